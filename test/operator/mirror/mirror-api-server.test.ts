import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { Registry } from "prom-client";
import { parse } from "yaml";
import { createKubeClient, type KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import {
  CLUSTERS,
  CUSTOM_RESOURCE_DEFINITIONS,
  DEPLOYMENTS,
  NAMESPACES,
} from "../../../adapters/kubernetes/resource-types.ts";
import { createPool } from "../../../adapters/postgres/pool.ts";
import { API_GROUP, API_VERSION, LABELS } from "../../../contract/identity.ts";
import { createMirror } from "../../../operator/mirror/create-mirror.ts";
import { createMirrorMetrics } from "../../../operator/mirror/mirror-metrics.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import { ResourceCache } from "../../../operator/runtime/resource-cache.ts";
import { startApiServer, type ApiServer } from "../../support/api-server.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { eventually } from "../../support/eventually.ts";
import { createDatabase } from "../../support/postgres.ts";
import { NAMESPACE, ORGANIZATION } from "./fake-cluster.ts";
import { CLUSTER_SPEC, deploymentSpec } from "./mirror-rig.ts";

const CRDS = new URL("../../../crds/", import.meta.url);
const write = { fieldManager: "kubectl", strict: true };
const api = (kind: string, name: string, spec: object): KubeObject => ({
  apiVersion: `${API_GROUP}/${API_VERSION}`,
  kind,
  metadata: { name, namespace: NAMESPACE },
  spec,
});

describe("Mirror on a real API server", function () {
  this.timeout(300_000);
  let server: ApiServer;
  let client: KubeClient;
  const ended: (() => Promise<unknown>)[] = [];

  before(async () => {
    server = await startApiServer();
    client = createKubeClient({ kubeconfigPath: server.kubeconfig });
    for (const file of readdirSync(CRDS)) {
      const crd = parse(readFileSync(new URL(file, CRDS), "utf8")) as KubeObject;
      await client.create(CUSTOM_RESOURCE_DEFINITIONS, crd, write);
    }
    const labels = { [LABELS.organizationId]: ORGANIZATION };
    await client.create(
      NAMESPACES,
      { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE, labels } },
      write,
    );
    await eventually(() => client.list(DEPLOYMENTS));
  });
  after(async () => {
    for (const end of ended.reverse()) await end();
    await client.close();
    await server.stop();
  });

  it("shows what kubectl makes, changes and deletes, and catches up after the API server's death", async () => {
    const pool = createPool(await createDatabase(), { max: 3 });
    ended.push(() => pool.end());
    const { logger } = createCapturedLogger();
    const common = { client, clock: systemClock, logger };
    const clusters = new ResourceCache({ ...common, type: CLUSTERS });
    const deployments = new ResourceCache({ ...common, type: DEPLOYMENTS });
    const namespaces = new ResourceCache({ ...common, type: NAMESPACES });
    const registry = new Registry();
    const mirror = createMirror({
      caches: { Cluster: clusters, Deployment: deployments },
      namespaces,
      pool,
      client,
      renderValues: () => "replicas: 1\n",
      clock: systemClock,
      logger,
      metrics: createMirrorMetrics(registry),
    });
    const abort = new AbortController();
    const running = [clusters, deployments, namespaces, mirror].map((part) => part.run(abort.signal));
    ended.push(() => {
      abort.abort();
      return Promise.all(running);
    });

    const row = async (): Promise<Record<string, unknown> | undefined> =>
      (
        await pool.query<Record<string, unknown>>(
          "SELECT r.*, c.status AS cluster_status FROM resources r JOIN resources c ON c.id = r.cluster_id WHERE r.kind = 'Deployment'",
        )
      ).rows[0];
    await client.create(CLUSTERS, api("Cluster", "demo", CLUSTER_SPEC), write);
    // A deployment that is seen before its cluster is written once more.
    await eventually(async () => expect((await pool.query("SELECT id FROM resources")).rows).to.have.length(1));
    const made = await client.create(DEPLOYMENTS, api("Deployment", "shop", deploymentSpec(1)), write);
    await eventually(async () =>
      expect(await row()).to.include({ id: made.metadata.uid, status: "pending", cluster_status: "pending" }),
    );

    await server.killServer();
    await server.startServer();
    const patch = { kind: "merge", body: { spec: { replicas: 4 } } } as const;
    await client.patch(DEPLOYMENTS, { namespace: NAMESPACE, name: "shop" }, patch, write);
    await eventually(async () => expect((await row())?.["body"]).to.include({ replicas: 4 }));

    await client.delete(DEPLOYMENTS, { namespace: NAMESPACE, name: "shop" });
    await eventually(async () => expect((await row())?.["deleted_at"]).to.be.instanceOf(Date));
    const changes = await pool.query<{ type: string }>("SELECT type FROM changes WHERE resource_id = $1 ORDER BY seq", [
      made.metadata.uid,
    ]);
    expect(changes.rows.map(({ type }) => type)).to.deep.equal(["created", "updated", "deleted"]);
    await eventually(async () => {
      expect(await registry.metrics()).to.match(/berth_mirror_lag_seconds 0\n/);
      const beats = await pool.query("SELECT name FROM platform_facts WHERE name LIKE 'heartbeat/%' ORDER BY name");
      expect(beats.rows).to.deep.equal([{ name: "heartbeat/Cluster" }, { name: "heartbeat/Deployment" }]);
    });
  });
});
