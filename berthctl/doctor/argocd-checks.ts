import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { APPLICATIONS } from "../../adapters/kubernetes/resource-types.ts";
import { PROJECT_ROOT } from "../../render/cluster/cluster-registration.ts";
import { fault, ok, warning, type Check, type Finding } from "./check.ts";

/** What the checks of Argo CD look at. */
type ArgocdParts = Readonly<{ client: Pick<KubeClient, "list" | "request">; namespace: string }>;

const LISTED_MAX = 5;

/** Looks at Argo CD's definitions and at the root Application of each cluster. */
export function argocdChecks(parts: ArgocdParts): readonly Check[] {
  const area = "Argo CD";
  return [
    {
      area,
      name: "definitions",
      remedy: "check BERTH_KUBECONFIG",
      look: () => lookAtDefinitions(parts),
    },
    {
      area,
      name: "clusters' roots",
      remedy: "check BERTH_ARGOCD_NAMESPACE and grant list on applications in it",
      look: () => lookAtRoots(parts),
    },
  ];
}

async function lookAtDefinitions({ client }: ArgocdParts): Promise<Finding> {
  const { groups = [] } = (await client.request("GET", "/apis")) as { groups?: readonly { name?: string }[] };
  if (groups.some(({ name }) => name === APPLICATIONS.group)) return ok("present");
  return fault(`${APPLICATIONS.group} is not served`, "install Argo CD 3.4 or newer");
}

type Application = KubeObject & {
  spec?: { project?: string };
  status?: { sync?: { status?: string }; conditions?: readonly { type?: string }[] };
};

async function lookAtRoots({ client, namespace }: ArgocdParts): Promise<Finding> {
  const { items } = await client.list<Application>(APPLICATIONS, { namespace, limit: 500 });
  const roots = items.filter(({ spec }) => spec?.project === PROJECT_ROOT);
  const unseen = roots.filter(({ status }) => status?.sync === undefined);
  if (unseen.length > 0)
    return fault(
      `${unseen.length} of ${roots.length} were never compared`,
      "look at Argo CD's application controller: it does not run, or cannot read the repository",
    );
  const behind = roots.filter(({ status }) => status?.sync?.status !== "Synced").map(({ metadata }) => metadata.name);
  if (behind.length === 0) return ok(`${roots.length} synced`);
  const names = behind.slice(0, LISTED_MAX).join(", ");
  return warning(
    `${behind.length} of ${roots.length} not synced: ${names}`,
    "argocd app get NAME, or kubectl describe application NAME, tells why",
  );
}
