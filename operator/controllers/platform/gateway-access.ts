import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { unlessGone } from "../../../adapters/kubernetes/kube-error.ts";
import { ROLE_BINDINGS } from "../../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { SECRETS_ROLE } from "../../../contract/rights.ts";
import { fingerprint } from "../../delivery/argo-application.ts";
import type { Caches } from "../../resources/caches.ts";

const GROUP = "rbac.authorization.k8s.io";

type Options = Readonly<{ client: Pick<KubeClient, "patch">; caches: Caches; gatewayUser: string }>;

/** Lets the gateway keep secrets in an organization's namespace, and nowhere else: it may not grant itself anything. */
export async function grantGateway({ client, caches, gatewayUser }: Options, namespace: string): Promise<void> {
  const found = caches.namespaces.get(namespace);
  // The gateway makes namespaces: a label alone must not open one that is not an organization's.
  if (!namespace.startsWith("org-") || found === undefined || found.metadata.deletionTimestamp !== undefined) return;
  const binding = bindingFor(namespace, gatewayUser);
  const present = caches.roleBindings.get(`${namespace}/${SECRETS_ROLE}`);
  if (present !== undefined && printOf(present) === printOf(binding)) return;
  const options = { fieldManager: FIELD_MANAGERS.operator, force: true };
  const ref = { namespace, name: SECRETS_ROLE };
  // The namespace may have gone meanwhile.
  await client.patch(ROLE_BINDINGS, ref, { kind: "apply", body: binding }, options).catch(unlessGone);
}

function printOf(binding: KubeObject): string {
  return fingerprint([binding["roleRef"], binding["subjects"]]);
}

function bindingFor(namespace: string, gatewayUser: string): KubeObject {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: "RoleBinding",
    metadata: { name: SECRETS_ROLE, namespace, labels: { [LABELS.managed]: "true" } },
    roleRef: { apiGroup: GROUP, kind: "ClusterRole", name: SECRETS_ROLE },
    subjects: [{ apiGroup: GROUP, kind: "User", name: gatewayUser }],
  };
}
