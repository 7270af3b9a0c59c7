import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import {
  APPLICATIONS,
  VALIDATING_ADMISSION_POLICIES as POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS as BINDINGS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { platformWitness } from "../support/evidence/platform-witness.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

type Shown = Readonly<{ id: string; status: string; conditions: readonly Condition[] }>;
type Application = KubeObject &
  Readonly<{ operation?: unknown; status?: { operationState?: { finishedAt?: string; retryCount?: number } } }>;

const BY_HAND = { fieldManager: "somebody" } as const;
const NAME = "at-most-two";
/** Then Argo CD waits 40 s for its next attempt: long enough to see who was faster. */
const RETRIES = 3;

describe("a sync that the cluster refuses", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;

  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    const about = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: NAME } };
    await tenant.create(
      POLICIES,
      {
        ...about,
        kind: POLICIES.kind,
        spec: {
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: ["apps"],
                apiVersions: ["v1"],
                operations: ["CREATE", "UPDATE"],
                resources: ["deployments"],
              },
            ],
          },
          validations: [{ expression: "object.spec.replicas <= 2", message: "two are enough" }],
        },
      },
      BY_HAND,
    );
    await tenant.create(
      BINDINGS,
      {
        ...about,
        kind: BINDINGS.kind,
        spec: { policyName: NAME, validationActions: ["Deny"] },
      },
      BY_HAND,
    );
  });
  after(async () => {
    for (const type of [BINDINGS, POLICIES]) await tenant.delete(type, { name: NAME });
    await tenant.close();
  });

  const find = async (id: string): Promise<Application | undefined> => {
    const { items } = await platform.management.list<Application>(APPLICATIONS, { namespace: "argocd" });
    return items.find(({ metadata }) => Object.values(metadata.labels ?? {}).includes(id));
  };

  const refused = async (name: string): Promise<string> => {
    const asked = { name, cluster_id: clusterId, app_type: "container", docker_image: "nginx:1.29", replicas: 3 };
    const { body } = await berth.call<Shown>("POST", "/deployments", {
      ...asked,
      cpu_request: 0.01,
      memory_request_mb: 16,
    });
    await eventually(
      async () => {
        const { finishedAt, retryCount } = (await find(body.id))?.status?.operationState ?? {};
        expect([finishedAt !== undefined, retryCount]).to.deep.equal([true, RETRIES]);
      },
      400_000,
      250,
    );
    return body.id;
  };

  it("is told with the cluster's reason, and gives way to the next change at once", async () => {
    const id = await refused("many");
    await eventually(async () => {
      const { conditions } = (await berth.call<Shown>("GET", `/deployments/${id}`)).body;
      const synced = conditions.find(({ type }) => type === "Synced");
      expect(synced?.reason).to.equal("SyncFailed");
      expect(synced?.message).to.contain("two are enough");
    });
    // A failing test would say so too: of this, what nobody has mended yet.
    const { short, full } = await platformWitness(platform)(`expected ${id} to run`);
    expect(short, full).to.match(/Deployment many-\w+: .*\n +App many-\w+: .* waits try 4 of .*two are enough/);
    expect(full).to.match(/argocd-application-controller: .*many/);
    await berth.call("PATCH", `/deployments/${id}`, { replicas: 2 });
    await eventually(
      async () => expect((await berth.call<Shown>("GET", `/deployments/${id}`)).body.status).to.equal("running"),
      300_000,
      250,
    );
    // What brought it was a sync of its own, no further attempt of the one that was refused.
    expect((await find(id))?.status?.operationState?.retryCount ?? 0).to.equal(0);
  });

  it("gives way to the deployment's deletion", async () => {
    const id = await refused("doomed");
    await berth.call("DELETE", `/deployments/${id}`);
    const states = new Set<string>();
    await eventually(
      async () => {
        const application = await find(id);
        if (application?.operation !== undefined) states.add(String(application.status?.operationState?.retryCount));
        expect((await berth.call("GET", `/deployments/${id}`)).status).to.equal(404);
      },
      300_000,
      100,
    );
    // Argo CD made no further attempt before it deleted.
    expect([...states].filter((count) => Number(count) > RETRIES)).to.deep.equal([]);
  });
});
