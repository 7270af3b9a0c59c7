import { expect } from "chai";
import { createKubeClient } from "../../../../adapters/kubernetes/kube-client.ts";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES } from "../../../../adapters/kubernetes/resource-types.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import {
  createWildcardLooks,
  lookAtWildcard,
  observeWildcard,
  requestWildcard,
  withdrawWildcard,
} from "../../../../operator/controllers/cluster/wildcard.ts";
import type { WildcardView } from "../../../../operator/machines/cluster/wildcard.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { sharedApiServer } from "../../../support/api-server.ts";
import { openDryRun, type DryRun } from "../../../support/dry-run.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { operatorClient } from "../../../support/operator-account.ts";

const OWN = "certificates-own";
const ORGANIZATION = "certificates-org";
const HANDLE = "one-abcdefghij";
const PLACE = { namespace: OWN, name: `wildcard-${HANDLE}` };
const CLUSTER = {
  metadata: { namespace: ORGANIZATION, name: "one", uid: "u-1" },
  spec: { provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway", namesUnder: "cluster" },
  status: { handle: HANDLE },
} as unknown as ClusterObject;

describe("The certificate for all names of a cluster on a real API server", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  let admin: KubeClient;
  /** Has exactly the rights that the operator declares. */
  let operator: KubeClient;
  const warned: unknown[] = [];

  before(async () => {
    const api = await sharedApiServer();
    admin = createKubeClient(api);
    dryRun = await openDryRun(["test/fixtures/crds/cert-manager.io_certificates.yaml"], [OWN, ORGANIZATION]);
    operator = await operatorClient(api, admin, { own: OWN, certificates: OWN }, OWN);
  });
  after(async () => {
    await Promise.all([dryRun.close(), admin.close(), operator.close()]);
  });

  function contextOf(client: KubeClient): ClusterContext {
    const clock = createFakeClock();
    const context = {
      client,
      clock,
      settings: {
        wildcardIssuer: { kind: "Issuer", name: "dns" },
        appsDomain: "apps.test",
        operatorNamespace: OWN,
      },
      logger: { warn: (...all: unknown[]) => warned.push(all) },
      wildcards: createWildcardLooks(clock, () => undefined),
    };
    return context as unknown as ClusterContext;
  }

  const seenBy = (context: ClusterContext): Promise<WildcardView> =>
    eventually(() => {
      const view = lookAtWildcard(context, CLUSTER);
      if (view === undefined || view.kind === "unasked") throw new Error("not asked yet");
      return Promise.resolve(view);
    });

  it("is taken by cert-manager's kind as it is asked for, found as it was, and removed, with the operator's rights", async () => {
    const context = contextOf(operator);
    expect(await seenBy(context)).to.include({ kind: "seen", asked: "absent", secret: "absent" });
    await requestWildcard(context, CLUSTER);
    expect(warned).to.deep.equal([]);
    expect(await seenBy(contextOf(operator))).to.include({ kind: "seen", asked: "current" });
    const made = await admin.get<KubeObject>(CERTIFICATES, PLACE);
    const object = { apiVersion: "cert-manager.io/v1", kind: "Certificate", spec: made?.["spec"] } as const;
    const named = { ...object, metadata: { name: "tried", namespace: OWN } };
    expect(await dryRun.refusal(named, OWN)).to.equal(undefined);
    const wrong = { ...named, spec: { ...(made?.["spec"] as object), surprise: 1 } };
    expect(await dryRun.refusal(wrong, OWN), "a known bad").to.match(/unknown field "spec.surprise"/);
    expect(await observeWildcard(context, CLUSTER)).to.deep.equal({ certified: true });
    await withdrawWildcard(context, CLUSTER);
    expect(await observeWildcard(context, CLUSTER)).to.deep.equal({ certified: false });
  });

  it("lies where neither the gateway nor the people of an organization read, and is asked for nowhere else", async () => {
    const may = async (user: string, verb: string, what: object): Promise<boolean> => {
      const spec = { user, resourceAttributes: { verb, version: "v1", ...what } };
      const body = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec };
      const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
      const { status } = (await admin.request("POST", path, { body })) as { status: { allowed: boolean } };
      return status.allowed;
    };
    const account = (name: string): string => `system:serviceaccount:${OWN}:${name}`;
    const secrets = (namespace: string): object => ({ group: "", resource: "secrets", namespace });
    const certificates = (namespace: string): object => ({
      group: "cert-manager.io",
      resource: "certificates",
      namespace,
    });
    const rbac = "rbac.authorization.k8s.io";
    const body = {
      apiVersion: `${rbac}/v1`,
      kind: "RoleBinding",
      metadata: { name: "people", namespace: ORGANIZATION },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ kind: "User", name: "somebody", apiGroup: rbac }],
    };
    await admin.request("POST", `/apis/${rbac}/v1/namespaces/${ORGANIZATION}/rolebindings`, { body });
    await eventually(async () =>
      expect(await may("somebody", "get", secrets(ORGANIZATION)), "a known bad").to.equal(true),
    );
    for (const verb of ["get", "list", "watch"]) {
      expect(await may("somebody", verb, secrets(OWN)), verb).to.equal(false);
      expect(await may(account("gateway"), verb, secrets(OWN)), verb).to.equal(false);
    }
    for (const verb of ["get", "create", "patch", "delete"]) {
      expect(await may(account("operator"), verb, certificates(OWN)), verb).to.equal(true);
      expect(await may(account("operator"), verb, certificates(ORGANIZATION)), verb).to.equal(false);
      expect(await may(account("gateway"), verb, certificates(OWN)), verb).to.equal(false);
    }
    for (const verb of ["list", "watch", "update"])
      expect(await may(account("operator"), verb, certificates(OWN)), verb).to.equal(false);
  });
});
