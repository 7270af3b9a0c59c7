import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import {
  APPLICATIONS,
  APPLICATION_SETS,
  CLUSTERS,
  HTTP_ROUTES,
  INGRESSES,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import type { ClusterBundleResponse } from "../../contract/rest/cluster-bundle.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { createAppFetch } from "../support/fetch-app.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";

const INGRESS_CLASSES = {
  group: "networking.k8s.io",
  version: "v1",
  plural: "ingressclasses",
  kind: "IngressClass",
  namespaced: false,
} as const;
const LABEL = "hosting.berth.dev";
const SET = { namespace: "argocd", name: "berth-bundle" };
const STABLE = { "ingress-class": "1.0.0", "priority-classes": "1.0.0" };
const LATEST = { "ingress-class": "1.1.0", "priority-classes": "1.0.0" };

type Shop = Readonly<{ id: string; status: string; endpoint_url: string }>;
type RouteStatus = Readonly<{
  parents: readonly Readonly<{ conditions: readonly Readonly<{ type: string; status: string }>[] }>[];
}>;
type SetStatus = Readonly<{ conditions: readonly Readonly<{ type: string; status: string }>[] }>;

describe("The component bundle on the embedded platform", function () {
  this.timeout(900_000);
  let platform: Platform;
  let management: KubeClient;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;
  let handle: string;
  let uids: Record<string, string>;

  const applications = async (): Promise<Record<string, string>> => {
    const { items } = await management.list(APPLICATIONS, {
      namespace: "argocd",
      labelSelector: `${LABEL}/cluster=${handle},${LABEL}/component`,
    });
    return Object.fromEntries(items.map(({ metadata }) => [metadata.name, metadata.uid ?? ""]));
  };
  const bundle = async (): Promise<ClusterBundleResponse> =>
    (await berth.call<ClusterBundleResponse>("GET", `/clusters/${clusterId}/bundle`)).body;
  const found = ({ components }: ClusterBundleResponse): Record<string, string | null> =>
    Object.fromEntries(components.map((one) => [one.component, one.found_version]));
  const onTenant = async (name: string): Promise<KubeObject | undefined> => tenant.get(INGRESS_CLASSES, { name });
  const versionOnTenant = async (): Promise<string | undefined> =>
    (await onTenant("nginx"))?.metadata.labels?.["app.kubernetes.io/version"];
  const untilApplied = (versions: Record<string, string>): Promise<void> =>
    eventually(async () => {
      const shown = await bundle();
      expect(shown, JSON.stringify(shown)).to.include({ applied: true, status_reason: "Applied" });
      expect(found(shown)).to.deep.equal(versions);
    });
  const secret = (): Promise<KubeObject | undefined> =>
    management.get(SECRETS, { namespace: "argocd", name: `cluster-${handle}` });
  const label = async (labels: Record<string, string | null>): Promise<void> => {
    await management.patch(
      SECRETS,
      { namespace: "argocd", name: `cluster-${handle}` },
      { kind: "merge", body: { metadata: { labels } } },
      { fieldManager: "somebody" },
    );
  };
  const untilLabelled = (): Promise<void> =>
    eventually(async () => {
      expect((await secret())?.metadata.labels).to.include({
        [`${LABEL}/channel`]: "stable",
        [`${LABEL}/bundle-profile`]: "local",
        [`${LABEL}/managed`]: "true",
      });
    });

  before(async () => {
    platform = await startPlatform();
    ({ management } = platform);
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "bundled", { routing: "ingress" });
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    const object = (await management.list(CLUSTERS)).items.find(
      ({ metadata }) => metadata.labels?.[`${LABEL}/id`] === clusterId,
    );
    handle = (object?.["status"] as ClusterStatus).handle ?? "";
  });
  after(async () => {
    await (tenant as KubeClient | undefined)?.close();
  });

  it("comes with a cluster, at the versions of the channel latest", async () => {
    await untilApplied(LATEST);
    uids = await applications();
    expect(Object.keys(uids).sort()).to.deep.equal([`ingress-class-${handle}`, `priority-classes-${handle}`]);
    expect(await versionOnTenant()).to.equal("1.1.0");
    expect(await onTenant("nginx-internal")).not.to.equal(undefined);
  });

  it("changes its versions in place when the channel changes", async () => {
    const before = await onTenant("nginx");
    const startedAt = performance.now();
    const changed = await berth.call("PATCH", `/clusters/${clusterId}/component-bundle`, { version: "stable" });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    expect(changed.body).to.include({ component_bundle_version: "stable", status: "updating" });
    await eventually(async () => expect(await versionOnTenant()).to.equal("1.0.0"));
    console.log(`    the versions on the tenant cluster changed after ${Math.round(performance.now() - startedAt)} ms`);
    await untilApplied(STABLE);
    expect(await onTenant("nginx-internal"), "what the other version had").to.equal(undefined);
    expect((await onTenant("nginx"))?.metadata.uid).to.equal(before?.metadata.uid);
    expect(await applications()).to.deep.equal(uids);
    await eventually(async () =>
      expect((await berth.call("GET", `/clusters/${clusterId}`)).body["status"]).to.equal("running"),
    );
  });

  /** Lets the real ApplicationSet controller see a state that the operator would put right at once. */
  const withoutOperator = async (break_: () => Promise<void>): Promise<void> => {
    await platform.stack.stopProcess("operator");
    try {
      await break_();
      const refresh = "argocd.argoproj.io/application-set-refresh";
      const body = { metadata: { annotations: { [refresh]: "true" } } };
      await management.patch(APPLICATION_SETS, SET, { kind: "merge", body }, { fieldManager: "somebody" });
      // The controller takes it off when it has generated anew.
      await eventually(async () => {
        const set = await management.get(APPLICATION_SETS, SET);
        expect(set?.metadata.annotations ?? {}).not.to.have.property(refresh);
        expect((set?.["status"] as SetStatus).conditions.find(({ type }) => type === "ErrorOccurred")?.status).to.equal(
          "False",
        );
      });
      expect(await applications()).to.deep.equal(uids);
    } finally {
      await platform.stack.startProcess("operator");
    }
  };

  it("loses nothing to a label that names no channel, and shows it", async () => {
    const before = await onTenant("nginx");
    const reasons = new Set<string>();
    const signal = new AbortController();
    const watching = (async () => {
      const options = { resourceVersion: "0", timeoutSeconds: 1_800 };
      for await (const { object } of management.watch(CLUSTERS, options, signal.signal)) {
        const { conditions = [] } = (object["status"] ?? {}) as ClusterStatus;
        const condition = conditions.find(({ type }) => type === "BundleApplied");
        if (object.metadata.labels?.[`${LABEL}/id`] === clusterId) reasons.add(condition?.reason ?? "");
      }
    })().catch(() => undefined);
    await withoutOperator(() => label({ [`${LABEL}/channel`]: "stabel" }));
    await eventually(() => expect([...reasons]).to.include("UnknownChannel"));
    signal.abort();
    await watching;
    await untilLabelled();
    await untilApplied(STABLE);
    expect(await applications()).to.deep.equal(uids);
    expect((await onTenant("nginx"))?.metadata.uid).to.equal(before?.metadata.uid);
  });

  it("loses nothing when no Secret is selected any more", async () => {
    const before = await onTenant("nginx");
    await withoutOperator(() => label({ [`${LABEL}/managed`]: null, [`${LABEL}/channel`]: null }));
    await untilLabelled();
    await untilApplied(STABLE);
    expect(await applications()).to.deep.equal(uids);
    expect((await onTenant("nginx"))?.metadata.uid).to.equal(before?.metadata.uid);
  });

  it("survives the deletion of its ApplicationSet, which comes back", async () => {
    const before = await onTenant("nginx");
    const uid = async (): Promise<string | undefined> => (await management.get(APPLICATION_SETS, SET))?.metadata.uid;
    const first = await uid();
    await management.delete(APPLICATION_SETS, SET);
    await eventually(async () =>
      expect(await uid())
        .to.be.a("string")
        .that.is.not.equal(first),
    );
    await untilApplied(STABLE);
    expect(await applications()).to.deep.equal(uids);
    const second = await uid();
    await management.patch(
      APPLICATION_SETS,
      SET,
      { kind: "merge", body: { metadata: { finalizers: null } } },
      { fieldManager: "somebody" },
    );
    await management.delete(APPLICATION_SETS, SET);
    await eventually(async () =>
      expect(await uid())
        .to.be.a("string")
        .that.is.not.equal(second),
    );
    await eventually(async () =>
      expect(Object.keys(await applications()).sort()).to.deep.equal(Object.keys(uids).sort()),
    );
    await untilApplied(STABLE);
    expect((await onTenant("nginx"))?.metadata.uid, "removed by force").to.equal(before?.metadata.uid);
  });

  it("brings a Gateway where the cluster asks for one, whose routes are taken and served, and takes the Ingress class away only then", async () => {
    const classes = (): Promise<KubeObject | undefined> => onTenant("nginx");
    const route = async (routing: string): Promise<unknown> =>
      (await berth.call("PATCH", `/clusters/${clusterId}/component-bundle?wait=300`, { routing })).status;
    expect(await route("gateway"), "not without both").to.equal(422);
    expect(await route("both")).to.equal(200);
    await untilApplied({ ...STABLE, gateway: "1.1.0" });
    const body = { name: "shop", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1.27" };
    const { body: shop } = await berth.call<Shop>("POST", "/deployments?wait=300", body);
    expect(shop.status, JSON.stringify(shop)).to.equal("running");
    const { hostname } = new URL(shop.endpoint_url);
    const [name = ""] = hostname.split(".");
    const ways = (): Promise<(KubeObject | undefined)[]> =>
      Promise.all([INGRESSES, HTTP_ROUTES].map((type) => tenant.get(type, { namespace: name, name })));
    await eventually(async () => expect((await ways()).map((one) => one !== undefined)).to.deep.equal([true, true]));
    expect(await classes()).not.to.equal(undefined);
    expect(await route("gateway")).to.equal(200);
    await untilApplied({ "priority-classes": "1.0.0", gateway: "1.1.0" });
    await eventually(async () => {
      const [ingress, taken] = await ways();
      expect([ingress, await classes()]).to.deep.equal([undefined, undefined]);
      const [parent] = (taken?.["status"] as RouteStatus | undefined)?.parents ?? [];
      const said = parent?.conditions.map(({ type, status }) => `${type} ${status}`);
      expect(said).to.deep.equal(["Accepted True", "ResolvedRefs True"]);
    });
    const fetchPage = await createAppFetch(platform.stack.connection.apps);
    // Its nodes are simulated: the front knows the route, and says so.
    await eventually(async () => expect((await fetchPage(shop.endpoint_url)).status).to.equal(503));
    expect((await berth.call("DELETE", `/deployments/${shop.id}?wait=300`)).status).to.equal(200);
  });

  it("goes with its cluster", async () => {
    expect((await berth.call("DELETE", `/clusters/${clusterId}?wait=300`)).status).to.equal(200);
    await eventually(async () => {
      expect((await berth.call("GET", `/clusters/${clusterId}`)).status).to.equal(404);
      expect(await applications()).to.deep.equal({});
      expect(await secret()).to.equal(undefined);
    });
  });
});
