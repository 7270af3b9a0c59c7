import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { clusterSpec, type ClusterSpec } from "../../../contract/resources/cluster.ts";
import { CLUSTER_ROUTINGS } from "../../../contract/resources/cluster-routings.ts";
import { bundlePermissions, renderBundleSet, type BundleSetManifest } from "../../../render/bundle/application-set.ts";
import { renderChannelFiles } from "../../../render/bundle/channel-files.ts";
import { BUNDLE_PROFILES, bundleProfile, isBundleProfile } from "../../../render/bundle/component.ts";
import { runsEngine } from "../../../render/bundle/runs-engine.ts";
import {
  bundleChannel,
  isBundleChannel,
  ownComponents,
  wantedComponents,
} from "../../../render/bundle/wanted-components.ts";
import { renderCloudControllers } from "../../../render/cluster-api/cloud-controllers.ts";
import {
  hetznerSecretName,
  readPools,
  renderCluster,
  renderHetznerSecret,
} from "../../../render/cluster-api/cluster.ts";
import { clusterClassName, renderClusterClass } from "../../../render/cluster-api/cluster-class.ts";
import { derivePools, nextPools, type Pool, type PoolMachines } from "../../../render/cluster-api/pools.ts";
import {
  renderClusterFile,
  renderClusterSecret,
  renderPlatformProjects,
  renderRootApplication,
  type ClusterAccess,
} from "../../../render/cluster/cluster-registration.ts";
import { renderHostGuard } from "../../../render/cluster/host-guard.ts";
import { deriveHostNames, formatAllowedHosts } from "../../../render/cluster/host-names.ts";
import {
  renderVirtualCluster,
  renderVirtualClusterProject,
  virtualClusterHost,
} from "../../../render/cluster/virtual-cluster.ts";
import { bundleFootprint } from "../../../render/preflight/bundle-footprint.ts";
import { FULL_CLUSTER } from "../../support/full-specs.ts";
import { assertGolden } from "../../support/golden.ts";
import { memberVariants, tellCorpus } from "../../support/render-corpus.ts";

const GOLDEN = join(import.meta.dirname, "__golden__");
const DELIVERY = { repoUrl: "https://git.example.com/delivery.git", branch: "main", appsDomain: "apps.example.com" };
const NAMED = { handle: "prod-klmnopqrst", id: "1", namespace: "org-acme" };
const SPEC: ClusterSpec = { provider: "hetzner", region: "fsn1", tier: "dedicated" };

const golden = (name: string, text: string): void => assertGolden(join(GOLDEN, `${name}.txt`), text);
const tellOne = (value: unknown): string => tellCorpus({ base: value, cases: {}, render: (one) => one });

/** What a cluster's spec decides: its components, engines, pools, and all that is written about it. */
function render(spec: ClusterSpec): object {
  const profile = bundleProfile(spec);
  const { provider, region, tier, namesUnder } = spec;
  const cluster = {
    ...NAMED,
    provider,
    region,
    tier,
    namesUnder,
    ownComponents: ownComponents(spec),
    channel: bundleChannel(spec),
    bundleProfile: profile,
  };
  const pools = derivePools(spec, "cx33");
  return {
    profile,
    components: wantedComponents(spec).map(({ definition, version, skipped }) =>
      [definition.component, version, skipped ?? "wanted"].join(" "),
    ),
    engines: (["postgresql", "mysql"] as const).filter((engine) => runsEngine(spec, engine)),
    file: renderClusterFile({ metadata: { ...NAMED, name: "prod" }, handle: NAMED.handle, spec }),
    labels: renderClusterSecret({ argocdNamespace: "argocd", cluster, access: ACCESS }).metadata.labels,
    pools,
    cluster: renderCluster({
      ...NAMED,
      organization: "org-acme",
      namespace: "capi",
      className: "class",
      version: "v1.35.1",
      region: spec.region,
      controlPlaneReplicas: 1,
      controlPlaneType: "cx23",
      hideToken: true,
      pools,
    })["spec"],
  };
}

const ACCESS: ClusterAccess = { server: "https://k8s.example.org:6443/", bearerToken: "token" };

describe("Clusters of every sort", function () {
  this.timeout(300_000);

  it("render as it is written down: every member", () => {
    const cases: Readonly<Record<string, ClusterSpec>> = {
      ...memberVariants<ClusterSpec>(clusterSpec, SPEC, FULL_CLUSTER),
      local: { ...SPEC, provider: "local" },
      "local and a host": { ...SPEC, provider: "local", role: "host" },
      "one node too few": { ...SPEC, nodeCount: 1, minNodes: 2 },
      "one node too many": { ...SPEC, nodeCount: 9, maxNodes: 8 },
      "an autoscaler without bounds": { ...SPEC, autoscalingEnabled: true },
      "an autoscaler of three places": {
        ...SPEC,
        autoscalingEnabled: true,
        minNodes: 1,
        maxNodes: 2,
        regionLocations: ["a", "c", "b"],
      },
      "of whose cloud the bundle has the components": { ...SPEC, cloudComponents: "bundle" },
      "that is a host of such a cloud": { ...SPEC, role: "host", cloudComponents: "bundle" },
      "of such a cloud with a Gateway": { ...SPEC, routing: "gateway", cloudComponents: "bundle" },
      "whose people bring what its cloud needs": { ...SPEC, cloudComponents: "own" },
      "that was imported with some of its own": { ...SPEC, imported: {}, ownComponents: ["cert-manager", "velero"] },
      "that was imported with nothing of its own": { ...SPEC, imported: {}, ownComponents: [] },
      "that was imported, at both ways": { ...SPEC, imported: {}, routing: "both" },
      "that was imported, at a Gateway with an Envoy Gateway of its own": {
        ...SPEC,
        imported: {},
        routing: "gateway",
        ownComponents: ["envoy-gateway"],
      },
      "of Autopilot, which has no Gateway whatever is asked": {
        ...SPEC,
        imported: { isAutopilot: true },
        routing: "gateway",
      },
      "of Autopilot with some of its own": { ...SPEC, imported: { isAutopilot: true }, ownComponents: ["moco"] },
      "a server type of capitals": { ...SPEC, serverType: "CX.33_a" },
    };
    golden("every-member", tellCorpus({ base: SPEC, cases, render }));
  });

  it("are reached as it is written down", () => {
    const cluster = {
      ...NAMED,
      provider: "hetzner",
      region: "fsn1",
      tier: "dedicated",
      channel: "stable",
      ownComponents: new Set<string>(),
    };
    const secret = (access: ClusterAccess): object => {
      const { metadata, data, ...rest } = renderClusterSecret({
        argocdNamespace: "argocd",
        cluster: { ...cluster, bundleProfile: "autopilot" },
        access,
      });
      const read = Object.entries(data).map(([name, value]) => [name, Buffer.from(value, "base64").toString()]);
      return { ...rest, metadata, data: Object.fromEntries(read) as object };
    };
    const cases = {
      "with a CA": { ...ACCESS, caData: "CA" },
      "with a name": { ...ACCESS, caData: "CA", serverName: "kubernetes" },
      insecure: { ...ACCESS, caData: "CA", serverName: "kubernetes", insecure: true },
      "not insecure": { ...ACCESS, insecure: false },
      "with slashes": { ...ACCESS, server: "https://k8s.example.org/a//" },
      "with letters of others": { ...ACCESS, bearerToken: "żółć 🚢" },
    };
    golden("access", tellCorpus({ base: ACCESS, cases, render: secret }));
  });

  it("have the platform's own objects as they are written down", () => {
    golden(
      "platform",
      tellOne({
        root: renderRootApplication({
          ...DELIVERY,
          argocdNamespace: "argocd",
          cluster: NAMED,
          managementCluster: "in-cluster",
        }),
        projects: renderPlatformProjects({
          ...DELIVERY,
          argocdNamespace: "argocd",
          managementCluster: "in-cluster",
          clusterHandles: ["b", "a", "b"],
        }),
        permissions: bundlePermissions(DELIVERY, []),
      }),
    );
  });

  it("have a bundle as it is written down", () => {
    const set = parse(readFileSync("charts/bundle/files/application-set.yaml", "utf8")) as BundleSetManifest;
    golden(
      "bundle",
      tellOne({
        set: renderBundleSet(set, { ...DELIVERY, argocdNamespace: "argocd" }),
        files: Object.fromEntries(
          renderChannelFiles(DELIVERY).map(({ path, content }) => [path, parse(content) as object]),
        ),
        footprints: [
          bundleFootprint("gke", true, "ingress"),
          ...CLUSTER_ROUTINGS.map((routing) => bundleFootprint("gke", false, routing)),
        ].map((one) =>
          one.map(({ component, namespace, skipped, isOfOtherWay = false }) =>
            [component, namespace, skipped ?? (isOfOtherWay ? "for another way" : "wanted")].join(" "),
          ),
        ),
        words: [...BUNDLE_PROFILES, "none", ""].map((word) => [word, isBundleProfile(word)]),
        channels: ["stable", "latest", "", undefined].map((word) => [word ?? "none", isBundleChannel(word)]),
      }),
    );
  });

  it("at Hetzner have a class and a Secret as they are written down", () => {
    golden(
      "cluster-class",
      tellOne({
        class: renderClusterClass("capi"),
        name: clusterClassName(),
        secret: renderHetznerSecret({
          ...NAMED,
          tokenKey: "token",
          tokenData: "dG9rZW4=",
          ownerUid: "uid",
        }),
        secretName: hetznerSecretName("a"),
        cloudControllers: renderCloudControllers({ ...NAMED, region: "fsn1", channel: "stable", ownerUid: "uid" }),
        cluster: { ...renderCluster(CLUSTER), spec: undefined },
      }),
    );
  });

  it("that are virtual render as it is written down", () => {
    const base = { ...NAMED, host: "host-abcdefghij", imageTag: "v1.36.0", domain: undefined };
    const cases = { "with a domain": { ...base, domain: "vc.example.org" } };
    const whole = (wanted: typeof base | (typeof cases)["with a domain"]): object => ({
      application: renderVirtualCluster("argocd", wanted),
      project: renderVirtualClusterProject("argocd", ["b", "a"]),
      host: virtualClusterHost(wanted.handle, wanted.domain),
    });
    golden("virtual", tellCorpus<Parameters<typeof whole>[0]>({ base, cases, render: whole }));
  });

  it("that are hosts are guarded as it is written down", () => {
    const deployment = (handle: string | undefined, customDomain?: string, proven?: string): never =>
      ({
        spec: { appType: "web_app", customDomain },
        status: { handle, ...(proven === undefined ? {} : { customDomain: { name: proven } }) },
      }) as never;
    const allowed = (deployments: readonly never[]): string => {
      const cluster = { handle: "one", domain: "apps.test", deployments };
      return formatAllowedHosts(
        deriveHostNames([cluster], () => false),
        "one",
      );
    };
    const hosts = {
      none: allowed([]),
      "of handles and proven domains": allowed([
        deployment("b", "b.example.com", "b.example.com"),
        deployment("a", "a.example.com"),
        deployment("c", "c.example.com", "old.example.com"),
        deployment(undefined),
        deployment(undefined, "d.example.com", "d.example.com"),
        deployment("b"),
        { spec: { appType: "web_app", customDomain: undefined } } as never,
      ]),
    };
    golden("host-guard", tellOne({ guard: renderHostGuard(false), "at its Gateway": renderHostGuard(true), hosts }));
  });
});

const CLUSTER = {
  ...NAMED,
  organization: "org-acme",
  namespace: "capi",
  className: "class",
  version: "v1.35.1",
  region: "fsn1",
  controlPlaneReplicas: 3,
  controlPlaneType: "cx23",
  hideToken: false,
  pools: [],
};

describe("Pools", function () {
  this.timeout(300_000);

  const pool = (location: string, replicas: number, serverType = "cx33"): Pool => ({
    name: `pool-${serverType}-${location}`,
    serverType,
    location,
    size: { replicas },
  });
  const scaled = (location: string, min: number, max: number): Pool => ({ ...pool(location, 0), size: { min, max } });

  it("are read back as they are rendered, and what else stands there as it is written down", () => {
    const read = (pools: readonly Pool[]): unknown =>
      readPools((renderCluster({ ...CLUSTER, pools })["spec"] as { topology: object }).topology);
    const raw = (machineDeployment: object): unknown =>
      readPools({ workers: { machineDeployments: [{ name: "a", ...machineDeployment }] } } as never);
    const sizes = (annotations: object): object => ({ metadata: { annotations } });
    const name = "cluster.x-k8s.io/cluster-api-autoscaler-node-group";
    golden(
      "read-pools",
      tellOne({
        rendered: read([pool("fsn1", 2), scaled("nbg1", 1, 3)]),
        none: [readPools(undefined), readPools({}), readPools({ workers: {} })],
        bare: raw({}),
        sized: raw({ replicas: 0 }),
        halves: [raw(sizes({ [`${name}-min-size`]: "1" })), raw(sizes({ [`${name}-max-size`]: "3" }))],
        both: raw({ replicas: 2, ...sizes({ [`${name}-min-size`]: "1", [`${name}-max-size`]: "3" }) }),
        types: ["serverType", "other"].map((one) => raw({ variables: { overrides: [{ name: one, value: "cx33" }] } })),
        number: raw({ variables: { overrides: [{ name: "serverType", value: 3 }] } }),
        empty: [raw({ variables: {} }), raw({ metadata: {} })],
      }),
    );
  });

  it("come next as it is written down, for every start and number of machines", () => {
    const wanteds = {
      "two of each": [pool("fsn1", 2), pool("nbg1", 2)],
      "one in one place": [pool("fsn1", 1)],
      "an autoscaler": [scaled("fsn1", 1, 3)],
      "another type": [pool("fsn1", 2, "cpx32")],
      none: [],
    };
    const currents = {
      nothing: [],
      "as many": [pool("fsn1", 2), pool("nbg1", 2)],
      more: [pool("nbg1", 4), pool("fsn1", 3)],
      "less and elsewhere": [pool("fsn1", 1), pool("hel1", 1)],
      "what is empty": [pool("fsn1", 0), pool("hel1", 0)],
      scaled: [scaled("fsn1", 1, 5), scaled("hel1", 0, 2)],
    };
    const machines: Readonly<Record<string, (pools: readonly Pool[]) => Map<string, PoolMachines>>> = {
      none: () => new Map(),
      "all ready": (pools) => counted(pools, 0, 0),
      "one leaves": (pools) => counted(pools, 0, 1),
      "one not ready": (pools) => counted(pools, 1, 0),
    };
    const told = Object.entries(wanteds).flatMap(([goal, wanted]) =>
      Object.entries(currents).flatMap(([start, current]) =>
        Object.entries(machines).map(([state, count]): [string, string] => [
          `${goal}, from ${start}, machines: ${state}`,
          nextPools(wanted, current, count(current))
            .map(({ name, size }) => `${name} ${"min" in size ? `${size.min}-${size.max}` : size.replicas}`)
            .join(", "),
        ]),
      ),
    );
    golden("next-pools", tellOne(Object.fromEntries(told)));
  });
});

function counted(pools: readonly Pool[], unready: number, leaving: number): Map<string, PoolMachines> {
  return new Map(
    pools.map(({ name, size }) => {
      const total = "min" in size ? size.min + 1 : size.replicas;
      return [name, { total, ready: Math.max(0, total - unready), leaving }];
    }),
  );
}
