import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import {
  askedByCluster,
  askedByDatabase,
  askedByDeployment,
  askedByPreviewDatabase,
  askedTogether,
  isAutoscaled,
  NOTHING_ASKED,
  POD_DEFAULTS,
} from "../../contract/asked.ts";
import { withoutVariable } from "../../contract/resources/preview-database.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";

const deployment = (more: Partial<DeploymentSpec> = {}): DeploymentSpec => ({
  cluster: "one",
  appType: "web_app",
  dockerImage: "a:1",
  cpuRequest: 0.5,
  memoryRequestMb: 256,
  ...more,
});

describe("what a resource asks for", () => {
  it("is that of all pods of a deployment; where it names nothing, what its chart gives", () => {
    expect(askedByDeployment(deployment({ replicas: 3 }))).to.include({ cpuMilli: 1500, memoryMb: 768, storageGb: 0 });
    const { requestDefaults } = parse(
      readFileSync(new URL("../../charts/workload/values.yaml", import.meta.url), "utf8"),
    ) as { requestDefaults: { cpu: string; memory: string } };
    expect(requestDefaults).to.deep.equal({ cpu: `${POD_DEFAULTS.cpuMilli}m`, memory: `${POD_DEFAULTS.memoryMb}Mi` });
    expect(askedByDeployment({ cluster: "one", appType: "api", replicas: 2 })).to.include({
      cpuMilli: 200,
      memoryMb: 256,
    });
  });

  it("is that of its most pods where it scales, also where it says so wrongly", () => {
    const scaled = (autoscaling: unknown): number =>
      askedByDeployment(deployment({ replicas: 2, config: { autoscaling } as never })).cpuMilli;
    expect(scaled({ max_replicas: 8 })).to.equal(4000);
    expect(scaled({ max_replicas: 100 })).to.equal(50_000);
    const off = { enabled: false, max_replicas: 8 };
    for (const wrong of [off, ...[-3, 0, 1.5, 101, "8"].map((most) => ({ max_replicas: most })), "x", null])
      expect(scaled(wrong), JSON.stringify(wrong)).to.equal(1000);
    expect(isAutoscaled({ config: { autoscaling: { max_replicas: 8 } } })).to.equal(true);
    const without: readonly DeploymentSpec["config"][] = [undefined, {}, { autoscaling: off }];
    for (const config of without) expect(isAutoscaled({ config })).to.equal(false);
  });

  it("leaves a stopped deployment its volumes, of each pod where each has its own", () => {
    const volumes = [
      { path: "/a", sizeGb: 5 },
      { path: "/b", sizeGb: 7 },
    ];
    expect(askedByDeployment(deployment({ stopped: true, volumes }))).to.deep.equal({
      ...NOTHING_ASKED,
      storageGb: 12,
    });
    expect(askedByDeployment(deployment({ appType: "database", replicas: 3, storageSizeGb: 20 })).storageGb).to.equal(
      60,
    );
    // Of a database that is scaled to none the volume of its first pod stays; others' pods share theirs.
    for (const [appType, replicas] of [
      ["database", 0],
      ["web_app", 3],
    ] as const)
      expect(askedByDeployment(deployment({ appType, replicas, storageSizeGb: 20 })).storageGb, appType).to.equal(20);
    // The list wins over the one size, as in the chart.
    expect(askedByDeployment(deployment({ storageSizeGb: 20, volumes })).storageGb).to.equal(12);
  });

  it("is that of its pods where it is stopped, and wakes by itself", () => {
    const sleep = { stopSchedule: "0 20 * * *", startSchedule: "0 8 * * *" };
    expect(askedByDeployment(deployment({ stopped: true, replicas: 2, sleep })).cpuMilli).to.equal(1000);
  });

  it("is that of the most runs at once of a schedule whose runs may overlap", () => {
    const runs = (more: Partial<DeploymentSpec>): number =>
      askedByDeployment(deployment({ appType: "cron_job", schedule: "* * * * *", ...more })).cpuMilli / 500;
    const allow = { concurrencyPolicy: "allow" } as const;
    expect(runs({ ...allow, runTimeoutSeconds: 86_400 })).to.equal(1440);
    expect(runs(allow), "an hour when it says nothing").to.equal(60);
    expect(runs({ ...allow, stopped: true })).to.equal(0);
    for (const concurrencyPolicy of ["forbid", "replace"] as const)
      expect(runs({ concurrencyPolicy, runTimeoutSeconds: 86_400 }), concurrencyPolicy).to.equal(1);
    expect(runs({ runTimeoutSeconds: 86_400 })).to.equal(1);
    expect(runs({ ...allow, schedule: undefined }), "what has no schedule yet").to.equal(1);
    expect(runs({ ...allow, schedule: "0 3 30 2 *", runTimeoutSeconds: 60 }), "what never comes").to.equal(1);
    expect(askedByDeployment({ cluster: "one", appType: "cron_job", ...allow, schedule: "*/30 * * * *" })).to.include({
      cpuMilli: 2 * POD_DEFAULTS.cpuMilli,
      memoryMb: 2 * POD_DEFAULTS.memoryMb,
    });
  });

  it("is nothing for what brings its own pods", () => {
    expect(askedByDeployment({ cluster: "one", appType: "helm" })).to.deep.equal(NOTHING_ASKED);
    const adoption = { namespace: "shop", kind: "Deployment" };
    expect(askedByDeployment({ cluster: "one", appType: "api", adoption })).to.deep.equal(NOTHING_ASKED);
  });

  it("is that of every server of a database, and of the most nodes of a cluster", () => {
    const database = {
      cluster: "one",
      engine: "postgresql",
      tier: "ha",
      cpuRequest: 2,
      memoryRequestMb: 1024,
    } as const;
    expect(askedByDatabase(database)).to.deep.equal({ cpuMilli: 6000, memoryMb: 3072, storageGb: 30, nodes: 0 });
    const cluster = { provider: "hetzner", region: "fsn1" } as const;
    expect(askedByCluster({ ...cluster, tier: "production" }).nodes).to.equal(3);
    expect(askedByCluster({ ...cluster, tier: "shared" }).nodes).to.equal(0);
    const scales = { autoscalingEnabled: true, minNodes: 1, maxNodes: 5, nodeCount: 2 };
    expect(askedByCluster({ ...cluster, tier: "dedicated", ...scales }).nodes).to.equal(5);
    expect(askedByCluster({ ...cluster, tier: "dedicated", ...scales, autoscalingEnabled: false }).nodes).to.equal(2);
    expect(askedByCluster({ ...cluster, tier: "dedicated", imported: {} }).nodes).to.equal(0);
  });

  it("is that of one server for the database of a preview, whatever that is made after", () => {
    const preview = { engine: "postgresql", storageSizeGb: 5, variable: "DATABASE_URL" } as const;
    expect(askedByPreviewDatabase(preview)).to.deep.equal({ ...NOTHING_ASKED, storageGb: 5 });
    expect(withoutVariable(preview)).to.deep.equal({ engine: "postgresql", storageSizeGb: 5 });
  });

  it("adds up", () => {
    const one = { cpuMilli: 1, memoryMb: 20, storageGb: 300, nodes: 4_000 };
    const other = { cpuMilli: 5, memoryMb: 60, storageGb: 700, nodes: 8_000 };
    expect(askedTogether(one, other)).to.deep.equal({ cpuMilli: 6, memoryMb: 80, storageGb: 1_000, nodes: 12_000 });
  });
});
