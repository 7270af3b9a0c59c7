// Holds the in-memory double to what the real API server does: the same suite runs on both.
import { expect } from "chai";
import { createKubeClient, type KubeClient, type WatchEvent } from "../../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { CONFIG_MAPS, LEASES } from "../../../adapters/kubernetes/resource-types.ts";
import { sharedApiServer } from "../../support/api-server.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { prepareWidgets, widget, WIDGETS, type Widget } from "../../support/widgets.ts";

const MANAGER = { fieldManager: "test" };

async function faultOf(work: Promise<unknown>): Promise<{ status: number; reason: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof KubeError) return { status: error.status, reason: error.reason };
    throw error;
  }
  throw new Error("Expected a fault");
}

const implementations: Record<string, () => Promise<KubeClient>> = {
  "the in-memory double": () => Promise.resolve(new FakeKubeClient()),
  "the real API server": async () => createKubeClient({ kubeconfigPath: (await sharedApiServer()).kubeconfig }),
};

for (const [implementation, connect] of Object.entries(implementations)) {
  describe(`KubeClient port on ${implementation}`, function () {
    this.timeout(300_000);
    let client: KubeClient;
    let namespace: string;
    let serial = 0;
    const fresh = (rest: Record<string, unknown> = {}): Widget => widget(namespace, `w${(serial += 1)}`, rest);
    const create = (rest: Record<string, unknown> = {}): Promise<Widget> =>
      client.create<Widget>(WIDGETS, fresh(rest), MANAGER);
    const merge = (target: Widget, body: unknown, subresource?: string): Promise<Widget> =>
      client.patch<Widget>(WIDGETS, target.metadata, { kind: "merge", body }, { ...MANAGER, subresource });

    before(async () => {
      client = await connect();
      namespace = await prepareWidgets(client);
    });
    after(() => client.close());

    it("answers undefined for what is absent, and false for its deletion", async () => {
      expect(await client.get(WIDGETS, { namespace, name: "absent" })).to.equal(undefined);
      expect(await client.delete(WIDGETS, { namespace, name: "absent" })).to.equal(false);
    });

    it("creates with uid, version and generation 1, without the status, and refuses a taken name", async () => {
      const made = await create({ status: { a: 1 } });
      expect(made.metadata.uid).to.be.a("string");
      expect(made.metadata.resourceVersion).to.match(/^\d+$/);
      expect(made.metadata.generation).to.equal(1);
      expect(made.status).to.equal(undefined);
      expect(made.metadata.creationTimestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const again = widget(namespace, made.metadata.name);
      expect(await faultOf(client.create(WIDGETS, again, MANAGER))).to.eql({ status: 409, reason: "AlreadyExists" });
    });

    it("writes nothing in a dry run", async () => {
      const body = fresh();
      await client.create(WIDGETS, body, { ...MANAGER, dryRun: true });
      expect(await client.get(WIDGETS, body.metadata)).to.equal(undefined);
      const made = await create();
      await client.patch(
        WIDGETS,
        made.metadata,
        { kind: "merge", body: { spec: { size: 9 } } },
        { ...MANAGER, dryRun: true },
      );
      await client.delete(WIDGETS, made.metadata, { dryRun: true });
      expect((await client.get<Widget>(WIDGETS, made.metadata))?.spec).to.eql({ size: 1 });
    });

    it("counts a generation for the spec only, and a version for every change but none for a no-op", async () => {
      const made = await create();
      const labelled = await merge(made, { metadata: { labels: { a: "b" } } });
      expect(labelled.metadata.generation).to.equal(1);
      const observed = await merge(made, { status: { phase: "Ready" } }, "status");
      expect(observed.metadata.generation).to.equal(1);
      const grown = await merge(made, { spec: { size: 2 } });
      expect(grown.metadata.generation).to.equal(2);
      expect(grown.status).to.eql({ phase: "Ready" });
      const versions = [made, labelled, observed, grown].map((object) => Number(object.metadata.resourceVersion));
      expect(versions).to.eql([...new Set(versions)].sort((a, b) => a - b));
      const same = await merge(made, { spec: { size: 2 } });
      expect(same.metadata.resourceVersion).to.equal(grown.metadata.resourceVersion);
    });

    it("keeps status and spec to their own paths", async () => {
      const made = await create();
      expect((await merge(made, { status: { phase: "X" } })).status).to.equal(undefined);
      const observed = await merge(made, { spec: { size: 7 }, status: { phase: "Y" } }, "status");
      expect([observed.spec, observed.status]).to.eql([{ size: 1 }, { phase: "Y" }]);
    });

    it("refuses a patch that was decided on an older version or another object", async () => {
      const made = await create();
      await merge(made, { spec: { size: 2 } });
      const stale = { metadata: { resourceVersion: made.metadata.resourceVersion }, spec: { size: 3 } };
      expect(await faultOf(merge(made, stale))).to.eql({ status: 409, reason: "Conflict" });
      expect(await faultOf(merge(made, stale, "status"))).to.eql({ status: 409, reason: "Conflict" });
      expect(await faultOf(merge(fresh(), { spec: {} }))).to.eql({ status: 404, reason: "NotFound" });
    });

    it("applies JSON patches whole or, when a test or a path fails, not at all", async () => {
      const made = await create({ spec: { size: 1, list: ["a", "c"] } });
      const json = (body: unknown): Promise<Widget> =>
        client.patch<Widget>(WIDGETS, made.metadata, { kind: "json", body }, MANAGER);
      const changed = await json([
        { op: "test", path: "/metadata/uid", value: made.metadata.uid },
        { op: "add", path: "/spec/list/1", value: "b" },
        { op: "replace", path: "/spec/size", value: 5 },
        { op: "add", path: "/metadata/annotations", value: { "a/b": "1" } },
        { op: "add", path: "/metadata/annotations/x~1y", value: "2" },
      ]);
      expect(changed.spec).to.eql({ size: 5, list: ["a", "b", "c"] });
      expect(changed.metadata.annotations).to.eql({ "a/b": "1", "x/y": "2" });
      const failing = [
        [
          { op: "replace", path: "/spec/size", value: 6 },
          { op: "test", path: "/metadata/uid", value: "other" },
        ],
        [{ op: "remove", path: "/spec/absent" }],
        [{ op: "add", path: "/spec/absent/deep", value: 1 }],
      ];
      for (const steps of failing) expect(await faultOf(json(steps))).to.eql({ status: 422, reason: "Invalid" });
      expect((await client.get<Widget>(WIDGETS, made.metadata))?.spec).to.eql({ size: 5, list: ["a", "b", "c"] });
    });

    it("applies whole objects: creates, drops what is not repeated, and is silent when nothing changes", async () => {
      const body = fresh({ spec: { size: 1, color: "red" } });
      const apply = (spec: unknown): Promise<Widget> =>
        client.patch<Widget>(
          WIDGETS,
          body.metadata,
          { kind: "apply", body: { ...body, spec } },
          { ...MANAGER, force: true },
        );
      const made = await apply(body.spec);
      const again = await apply(body.spec);
      expect(again.metadata.resourceVersion).to.equal(made.metadata.resourceVersion);
      expect((await apply({ size: 2 })).spec).to.eql({ size: 2 });
    });

    it("deletes at once without finalizers, and only the object that was meant", async () => {
      const made = await create();
      expect(await client.delete(WIDGETS, made.metadata, { uid: "another" })).to.equal(false);
      expect(await client.get(WIDGETS, made.metadata)).to.not.equal(undefined);
      expect(await client.delete(WIDGETS, made.metadata, { uid: made.metadata.uid })).to.equal(true);
      expect(await client.get(WIDGETS, made.metadata)).to.equal(undefined);
    });

    it("deletes only the version that was meant", async () => {
      const made = await create();
      const { metadata } = made;
      const { uid = "", resourceVersion = "" } = metadata;
      const newer = await merge(made, { spec: { size: 7 } });
      const conflict = await faultOf(client.delete(WIDGETS, metadata, { uid, resourceVersion }));
      expect(conflict).to.eql({ status: 409, reason: "Conflict" });
      const { resourceVersion: now = "" } = newer.metadata;
      expect(await client.delete(WIDGETS, metadata, { uid, resourceVersion: now })).to.equal(true);
    });

    it("keeps a deleted object until its last finalizer has gone, and lets no new one in", async () => {
      const made = await create({ metadata: { finalizers: ["berth.dev/a"] } });
      expect(await client.delete(WIDGETS, made.metadata)).to.equal(true);
      const deleting = await client.get<Widget>(WIDGETS, made.metadata);
      expect(deleting?.metadata.deletionTimestamp).to.be.a("string");
      expect(deleting?.metadata.generation).to.equal(2);
      const version = deleting?.metadata.resourceVersion;
      await client.delete(WIDGETS, made.metadata);
      expect((await client.get(WIDGETS, made.metadata))?.metadata.resourceVersion).to.equal(version);
      const more = { metadata: { finalizers: ["berth.dev/a", "berth.dev/b"] } };
      expect(await faultOf(merge(made, more))).to.eql({ status: 422, reason: "Invalid" });
      await merge(made, { metadata: { finalizers: [] } });
      expect(await client.get(WIDGETS, made.metadata)).to.equal(undefined);
    });

    it("lists by namespace and labels, with the version that a watch goes on from", async () => {
      const made = await create({ metadata: { labels: { app: "listed", tier: "x" } } });
      await create({ metadata: { labels: { app: "other" } } });
      const names = async (labelSelector: string): Promise<string[]> =>
        (await client.list(WIDGETS, { namespace, labelSelector })).items.map((item) => item.metadata.name);
      expect(await names("app=listed")).to.eql([made.metadata.name]);
      expect(await names("app=listed,tier")).to.eql([made.metadata.name]);
      expect(await names("app=absent")).to.eql([]);
      expect((await client.list(WIDGETS, { namespace: "elsewhere" })).items).to.eql([]);
    });

    it("watches from a version on: every change once, in order, up to the deletion's last state", async () => {
      const { resourceVersion } = await client.list(WIDGETS, { namespace });
      const made = await create();
      const grown = await merge(made, { spec: { size: 2 } });
      await client.delete(WIDGETS, made.metadata);
      const events: WatchEvent[] = [];
      const abort = new AbortController();
      for await (const event of client.watch(WIDGETS, { namespace, resourceVersion }, abort.signal)) {
        if (event.type !== "BOOKMARK") events.push(event);
        if (event.type === "DELETED") break;
      }
      expect(events.map((event) => event.type)).to.eql(["ADDED", "MODIFIED", "DELETED"]);
      expect(events[1]?.object.metadata.resourceVersion).to.equal(grown.metadata.resourceVersion);
      const versions = events.map((event) => Number(event.object.metadata.resourceVersion));
      expect(versions).to.eql([...new Set(versions)].sort((a, b) => a - b));
      expect(events[2]?.object["spec"]).to.eql({ size: 2 });
    });

    it("ends a watch with a fault when its signal aborts", async () => {
      const { resourceVersion } = await client.list(WIDGETS, { namespace });
      const abort = new AbortController();
      const events = client.watch(WIDGETS, { namespace, resourceVersion }, abort.signal)[Symbol.asyncIterator]();
      await create();
      await events.next();
      const next = faultOf(events.next());
      abort.abort();
      expect(await next).to.eql({ status: 0, reason: "Aborted" });
    });

    it("has no generation for kinds without one", async () => {
      const base = { metadata: { namespace, name: "plain" } };
      const map = await client.create(CONFIG_MAPS, { apiVersion: "v1", kind: "ConfigMap", ...base, data: {} }, MANAGER);
      const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", ...base, spec: {} };
      expect(map.metadata.generation).to.equal(undefined);
      expect((await client.create(LEASES, lease, MANAGER)).metadata.generation).to.equal(undefined);
    });
  });
}
