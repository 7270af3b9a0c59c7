import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse } from "yaml";
import { BUNDLE_CHANNELS, type ClusterSpec } from "../../contract/resources/cluster.ts";
import { OWN_COMPONENTS, type OwnComponent } from "../../contract/resources/own-components.ts";
import { renderBundleSet, type BundleSetManifest } from "../../render/bundle/application-set.ts";
import { renderChannelFiles } from "../../render/bundle/channel-files.ts";
import { bundleProfile, type BundleComponent, type Footprint } from "../../render/bundle/component.ts";
import { BUNDLE_COMPONENTS } from "../../render/bundle/components.ts";
import { bundleChannel, ownComponents, wantedComponents } from "../../render/bundle/wanted-components.ts";
import { renderClusterSecret } from "../../render/cluster/cluster-registration.ts";
import { renderRelease, renderText, type Rendered } from "../support/helm.ts";

const CHARTS = fileURLToPath(new URL("../../charts", import.meta.url));
const DELIVERY = { repoUrl: "https://git.test/platform.git", branch: "main", appsDomain: "apps.example.com" };
const FILES = renderChannelFiles(DELIVERY);
const ACME = { directory: "https://acme.test/directory", email: "tls@example.com", ca: undefined, binding: undefined };
const INSTALLATION = { appsDomain: "apps.example.com", clusterIssuer: "berth", acme: ACME };
const OWN = BUNDLE_COMPONENTS.filter(({ repository }) => repository === undefined);
const KINDS: Readonly<Record<string, keyof Footprint>> = {
  IngressClass: "ingressClasses",
  GatewayClass: "gatewayClasses",
  PriorityClass: "priorityClasses",
  ClusterIssuer: "clusterIssuers",
  ClusterRole: "clusterRoles",
  CustomResourceDefinition: "crds",
};

function footprintOf(objects: readonly Rendered[]): Footprint {
  const found: Record<string, string[]> = {};
  // What lies in a namespace is nobody else's.
  for (const { kind, metadata } of objects.filter(({ metadata }) => metadata.namespace === undefined)) (found[KINDS[kind] ?? `unlisted ${kind}`] ??= []).push(metadata.name);
  return found;
}

type Expression = Readonly<{ key: string; operator: string; values?: readonly string[] }>;

/** Matches as Kubernetes does: what is not there is not in any list. */
function selects(generator: unknown, labels: Readonly<Record<string, string>>): boolean {
  const { clusters } = generator as { clusters: { selector: { matchLabels: Record<string, string>; matchExpressions: readonly Expression[] } } };
  const { matchLabels, matchExpressions } = clusters.selector;
  return Object.entries(matchLabels).every(([name, value]) => labels[name] === value) && matchExpressions.every(({ key, operator, values = [] }) => {
    if (operator === "Exists") return labels[key] !== undefined;
    return values.includes(labels[key] ?? "") === (operator === "In");
  });
}

function renderOwn({ component, chart, namespace, valuesUnder }: BundleComponent, version: string): Promise<Rendered[]> {
  const values = JSON.stringify(valuesUnder?.(INSTALLATION) ?? {});
  return renderRelease(`${CHARTS}/components/${chart}/${version}`, values, { name: component, namespace });
}

describe("charts/bundle", function () {
  this.timeout(300_000);

  it("renders what the operator applies", async () => {
    const text = await readFile(`${CHARTS}/bundle/files/application-set.yaml`, "utf8");
    const values = JSON.stringify({ repository: { url: DELIVERY.repoUrl, branch: DELIVERY.branch } });
    const [rendered] = await renderRelease(`${CHARTS}/bundle`, values, { name: "bundle", namespace: "argocd" });
    const wanted = renderBundleSet(parse(text) as BundleSetManifest, { ...DELIVERY, argocdNamespace: "argocd" });
    expect(rendered).to.deep.equal(wanted);
    expect(JSON.stringify(wanted)).to.contain(DELIVERY.repoUrl);
  });

  it("needs to be told where the delivery repository is", async () => {
    const failed = await renderRelease(`${CHARTS}/bundle`, "{}", { name: "bundle", namespace: "argocd" }).then(() => "", String);
    expect(failed).to.contain("repository/url");
  });

  it("gives the Gateway of a cluster with names of its own those alone, and changes nothing else of any component", async () => {
    const { spec } = parse(await readFile(`${CHARTS}/bundle/files/application-set.yaml`, "utf8")) as BundleSetManifest;
    const patched = (component: string, labels: object): Promise<unknown> => renderText(String(spec["templatePatch"]), {
      component,
      name: "prod-klmnopqrst",
      metadata: { labels: { "hosting.berth.dev/autopilot": "false", ...labels } },
      helm: { values: component === "gateway" ? { appsDomain: "apps.example.com" } : {} },
    });
    const own = { "hosting.berth.dev/names-under": "cluster" };
    const parameters = [{ name: "appsDomain", value: "prod-klmnopqrst.apps.example.com" }];
    const plain = { spec: { project: "berth-bundle" } };
    expect(await patched("gateway", own)).to.deep.equal({ spec: { project: "berth-bundle", source: { helm: { parameters } } } });
    const withBrought = await patched("gateway", { ...own, "hosting.berth.dev/brings-certificate": "true" });
    const none = { name: "clusterIssuer", value: "" };
    expect(withBrought).to.deep.equal({ spec: { project: "berth-bundle", source: { helm: { parameters: [...parameters, none] } } } });
    expect(await patched("gateway", { ...own, "hosting.berth.dev/brings-certificate": "false" })).to.deep.equal(await patched("gateway", own));
    expect(await patched("gateway", { "hosting.berth.dev/brings-certificate": "true" })).to.deep.equal(plain);
    expect(await patched("gateway", {})).to.deep.equal(plain);
    expect(await patched("cert-manager", own)).to.deep.equal(plain);
    expect(await patched("cert-manager", {})).to.deep.equal(plain);
  });

  it("turns a cluster's backups on with a folder of its own, under its organization's, and only where there is a location", async () => {
    const { spec } = parse(await readFile(`${CHARTS}/bundle/files/application-set.yaml`, "utf8")) as BundleSetManifest;
    const labels = { "hosting.berth.dev/organization": "org-acme", "hosting.berth.dev/id": "0197", "hosting.berth.dev/autopilot": "false" };
    const patched = (destination: string | undefined, profile = "standard"): Promise<unknown> => {
      const backups = destination === undefined ? undefined : { destination, endpoint: undefined, access: "role" as const };
      const files = renderChannelFiles({ ...DELIVERY, backups });
      const file = files.find(({ path }) => path === `platform/bundles/stable/${profile}/velero.yaml`);
      const { component, helm } = parse(file?.content ?? "") as { component: string; helm: object };
      return renderText(String(spec["templatePatch"]), { component, name: "prod-klmnopqrst", metadata: { labels }, helm });
    };
    const on = (prefix: string): object => ({
      spec: {
        project: "berth-bundle",
        source: { helm: { parameters: [{ name: "backupsEnabled", value: "true" }, { name: "configuration.backupStorageLocation[0].prefix", value: prefix }] } },
      },
    });
    expect(await patched("s3://backups")).to.deep.equal(on("org-acme/clusters/0197"));
    expect(await patched("s3://backups/berth/eu/")).to.deep.equal(on("berth/eu/org-acme/clusters/0197"));
    expect(await patched("s3://backups", "imported")).to.deep.equal(on("org-acme/clusters/0197"));
    const plain = { spec: { project: "berth-bundle" } };
    expect(await patched("s3://backups", "host")).to.deep.equal(plain);
    expect(await patched(undefined)).to.deep.equal(plain);
  });

  it("brings each cluster what it is to have: of those with components of their own all but those, by one generator of the two", async () => {
    const { spec } = parse(await readFile(`${CHARTS}/bundle/files/application-set.yaml`, "utf8")) as BundleSetManifest;
    const generated = async (labels: Readonly<Record<string, string>>): Promise<string[]> => {
      const [generator, ...more] = spec.generators.filter(({ matrix }) => selects(matrix.generators[0], labels));
      expect(more, "one cluster, one generator").to.deep.equal([]);
      const { git } = (generator?.matrix.generators[1] ?? { git: { files: [] } }) as unknown as { git: { files: readonly { path: string }[] } };
      const text = ["paths:", ...git.files.map(({ path }) => `- ${path}`)].join("\n");
      const { paths } = (await renderText(text, { metadata: { labels } })) as { paths: readonly string[] | null };
      const found = (paths ?? []).flatMap((path) => FILES.filter((file) => (path.endsWith("/*.yaml") ? file.path.startsWith(path.slice(0, -6)) : file.path === path)));
      return found.map((file) => (parse(file.content) as { component: string }).component).sort();
    };
    const labelsOf = (cluster: ClusterSpec): Record<string, string> => {
      const { provider, region, tier } = cluster;
      const known = { handle: "prod-klmnopqrst", id: "0197", namespace: "org-acme", channel: bundleChannel(cluster), bundleProfile: bundleProfile(cluster) };
      const secret = renderClusterSecret({ argocdNamespace: "argocd", cluster: { ...known, provider, region, tier, ownComponents: ownComponents(cluster) }, access: { server: "https://k", bearerToken: "t" } });
      return secret.metadata.labels;
    };
    const base = { provider: "gke", region: "eu-1", tier: "dedicated" } as const;
    const specs: readonly ClusterSpec[] = [
      base,
      { ...base, imported: {} },
      { ...base, imported: { isAutopilot: true } },
      ...[false, true].flatMap((isAutopilot) => [[], ["cert-manager"], ["metrics-server", "velero"], [...OWN_COMPONENTS]].map((own) => ({ ...base, imported: { isAutopilot }, ownComponents: own as OwnComponent[] }))),
      ...(["both", "gateway"] as const).flatMap((routing) => [undefined, [], ["cert-manager"], ["envoy-gateway"], [...OWN_COMPONENTS]].map((own) => ({ ...base, imported: {}, routing, ownComponents: own as OwnComponent[] | undefined }))),
    ];
    for (const cluster of specs) {
      const wanted = wantedComponents(cluster).filter(({ skipped }) => skipped === undefined);
      expect(await generated(labelsOf(cluster)), JSON.stringify(cluster)).to.deep.equal(wanted.map(({ definition }) => definition.component).sort());
    }
    // A label that is missing brings nothing: what the cluster has there is not overwritten for a moment's mistake.
    const { "bundle.hosting.berth.dev/cert-manager": gone, ...rest } = labelsOf({ ...base, imported: {}, ownComponents: ["velero"] });
    expect(gone).to.equal("cert-manager");
    expect(await generated(rest)).to.include("moco").and.not.to.include.members(["cert-manager"]);
    expect(await generated({ ...rest, "hosting.berth.dev/bundle-profile": "none" })).to.deep.equal([]);
  });

  it("never deletes what it does not generate, and has constant selectors", async () => {
    const { spec } = parse(await readFile(`${CHARTS}/bundle/files/application-set.yaml`, "utf8")) as BundleSetManifest;
    expect(spec["syncPolicy"]).to.deep.equal({ applicationsSync: "create-update", preserveResourcesOnDeletion: true });
    expect(spec.generators).to.have.length(2);
    for (const { matrix } of spec.generators) expect(JSON.stringify(matrix.generators[0])).not.to.contain("{{");
  });
});

describe("charts/components", function () {
  this.timeout(300_000);

  it("are as the bundle describes them", async () => {
    for (const own of OWN) {
      const rendered = await Promise.all(BUNDLE_CHANNELS.map((channel) => renderOwn(own, own.versions[channel])));
      const newest = rendered.reduce((most, one) => (one.length > most.length ? one : most));
      expect(footprintOf(newest), own.component).to.deep.equal(own.footprint);
    }
  });

  it("say their version on everything they make, which lies in the folder of that version", async () => {
    for (const own of OWN)
      for (const version of Object.values(own.versions)) {
        const chart = parse(await readFile(`${CHARTS}/components/${own.chart}/${version}/Chart.yaml`, "utf8")) as object;
        expect(chart).to.include({ name: own.chart, version });
        for (const { metadata } of await renderOwn(own, version)) expect(metadata.labels["app.kubernetes.io/version"]).to.equal(version);
      }
  });

  it("are all of some channel", async () => {
    const known = OWN.flatMap(({ chart, versions }) => Object.values(versions).map((version) => `${chart}/${version}`));
    for (const chart of await readdir(`${CHARTS}/components`))
      for (const version of await readdir(`${CHARTS}/components/${chart}`)) expect(known).to.include(`${chart}/${version}`);
  });
});

describe("the channels of the bundle", () => {
  const entry = (path: string): Record<string, unknown> => parse(FILES.find((file) => file.path === path)?.content ?? "null") as Record<string, unknown>;
  const names = (folder: string): string[] => FILES.filter(({ path }) => path.startsWith(`platform/bundles/${folder}/`)).map(({ path }) => path.split("/").at(-1)?.replace(".yaml", "") ?? "");

  it("name chart, version, namespace and values of each component", () => {
    expect(entry("platform/bundles/stable/standard/cert-manager.yaml")).to.deep.include({
      component: "cert-manager",
      chart: "cert-manager",
      version: "v1.20.3",
      namespace: "cert-manager",
      skipOnAutopilot: false,
      source: { repoURL: "https://charts.jetstack.io", chart: "cert-manager", targetRevision: "v1.20.3", path: "" },
    });
  });

  it("take our own charts from the delivery repository", () => {
    expect(entry("platform/bundles/latest/local/ingress-class.yaml")["source"]).to.deep.equal({
      repoURL: DELIVERY.repoUrl,
      chart: "",
      targetRevision: "main",
      path: "platform/charts/ingress-class/1.1.0",
    });
  });

  it("leave out on Autopilot what it cannot carry, and say why", () => {
    const skipped = BUNDLE_COMPONENTS.filter(({ skipOnAutopilot }) => skipOnAutopilot !== undefined).map(({ component }) => component);
    expect(skipped).to.include("velero");
    for (const channel of BUNDLE_CHANNELS) expect(names(`${channel}/autopilot`)).to.have.members(["cert-manager", "certificate-issuer", "ingress-nginx", "external-secrets", "cloudnative-pg", "plugin-barman-cloud", "moco"]);
    const spec = { provider: "google", tier: "dedicated", imported: { isAutopilot: true } } as const;
    const shown = wantedComponents(spec).filter((one) => one.skipped !== undefined);
    expect(shown.map(({ definition }) => definition.component)).to.have.members(skipped);
  });

  it("bring what carries requests as the cluster's routing says, and both while it moves", () => {
    const carriers = ["ingress-nginx", "ingress-class", "envoy-gateway", "gateway"];
    const of = (profile: string): string => names(`latest/${profile}`).filter((name) => carriers.includes(name)).sort().join(" ");
    expect(Object.fromEntries(["standard", "standard-both", "standard-gateway", "local", "local-both", "local-gateway", "host-both", "host-gateway", "imported-own", "imported-both-own", "imported-gateway-own"].map((profile) => [profile, of(profile)]))).to.deep.equal({
      standard: "ingress-nginx",
      "standard-both": "envoy-gateway gateway ingress-nginx",
      "standard-gateway": "envoy-gateway gateway",
      local: "ingress-class",
      "local-both": "gateway ingress-class",
      "local-gateway": "gateway",
      // By it the API servers of virtual clusters are reached.
      "host-both": "envoy-gateway gateway ingress-nginx",
      "host-gateway": "envoy-gateway gateway ingress-nginx",
      "imported-own": "ingress-nginx",
      "imported-both-own": "envoy-gateway gateway ingress-nginx",
      "imported-gateway-own": "envoy-gateway gateway",
    });
    for (const profile of ["host", "imported", "autopilot"]) expect(of(profile), profile).to.equal("ingress-nginx");
    const base = { provider: "hetzner", tier: "dedicated" } as const;
    expect(bundleProfile(base)).to.equal("standard");
    for (const routing of ["both", "gateway"] as const) {
      expect(bundleProfile({ ...base, routing })).to.equal(`standard-${routing}`);
      expect(bundleProfile({ ...base, role: "host", routing })).to.equal(`host-${routing}`);
      // What the API server refuses brings nothing along either.
      expect(bundleProfile({ ...base, tier: "shared", routing })).to.equal("shared");
      expect(bundleProfile({ ...base, imported: { isAutopilot: true }, routing })).to.equal("autopilot");
      // Nothing of a Gateway comes to a customer's own cluster but by its label.
      expect(bundleProfile({ ...base, imported: {}, routing })).to.equal(`imported-${routing}-own`);
    }
  });

  it("have certificates asked for by Gateways only where their kinds are known: without them cert-manager does not start", () => {
    const config = (profile: string): unknown => (entry(`platform/bundles/stable/${profile}/cert-manager.yaml`) as { helm: { values: { config?: object } } }).helm.values.config;
    for (const profile of ["standard", "imported", "imported-own"]) expect(config(profile)).to.equal(undefined);
    for (const profile of ["standard-both", "standard-gateway", "host-both", "host-gateway", "imported-both-own", "imported-gateway-own"])
      expect(config(profile)).to.deep.include({ enableGatewayAPI: true, enableGatewayAPIListenerSet: true, featureGates: { ListenerSets: true } });
  });

  it("leave the default Ingress class of a customer's own cluster alone", () => {
    const isDefault = (profile: string): unknown => {
      const { helm } = entry(`platform/bundles/latest/${profile}/ingress-nginx.yaml`) as { helm: { values: { controller: { ingressClassResource: { default: boolean; name: string } } } } };
      return helm.values.controller.ingressClassResource;
    };
    expect(isDefault("standard")).to.deep.equal({ name: "nginx", default: true });
    expect(isDefault("host")).to.deep.equal({ name: "nginx", default: true });
    for (const profile of ["imported", "imported-own", "imported-both-own", "autopilot"]) expect(isDefault(profile)).to.deep.equal({ name: "nginx", default: false });
  });

  it("hold the ingress controller of a host to the namespaces of virtual clusters, and to annotations of no danger to others", () => {
    const of = (profile: string): Record<string, unknown> => (entry(`platform/bundles/latest/${profile}/ingress-nginx.yaml`) as { helm: { values: { controller: Record<string, unknown> } } }).helm.values.controller;
    for (const profile of ["host", "host-both", "host-gateway"]) expect(of(profile), profile).to.deep.include({
      allowSnippetAnnotations: false,
      config: { "annotations-risk-level": "Medium", "proxy-read-timeout": "3600", "proxy-send-timeout": "3600" },
      scope: { enabled: false, namespaceSelector: "hosting.berth.dev/virtual-cluster" },
      extraArgs: { "disable-svc-external-name": "true", "enable-ssl-passthrough": "true" },
      admissionWebhooks: { enabled: false },
    });
    const spec = { provider: "hetzner", tier: "production", role: "host" } as const;
    expect(bundleProfile(spec)).to.equal("host");
    expect(wantedComponents(spec)).to.deep.equal(wantedComponents({ ...spec, role: "tenant" }));
  });

  it("say where backups go, reached by the cluster's role or by keys of its own, which are not in them", () => {
    const values = (endpoint: string | undefined, profile = "standard", access: "role" | "keys" = "role"): Record<string, unknown> => {
      const files = renderChannelFiles({ ...DELIVERY, backups: { destination: "s3://backups/berth", endpoint, access } });
      const file = files.find(({ path }) => path === `platform/bundles/latest/${profile}/velero.yaml`);
      return (parse(file?.content ?? "") as { helm: { values: Record<string, unknown> } }).helm.values;
    };
    const location = { name: "default", default: true, provider: "aws", bucket: "backups", prefix: "berth/" };
    const amazon = values(undefined);
    // On are they only by the set, with a folder of the cluster's own.
    expect(amazon).to.deep.include({ backupsEnabled: false, credentials: { useSecret: false } });
    expect(amazon["configuration"]).to.deep.equal({ backupStorageLocation: [{ ...location, config: {} }] });
    expect(JSON.stringify(amazon["initContainers"])).to.match(/velero-plugin-for-aws:v1\.14\./);
    const config = { region: "us-east-1", s3Url: "https://s3.example.com", s3ForcePathStyle: "true", checksumAlgorithm: "" };
    expect(values("https://s3.example.com")["configuration"]).to.deep.equal({ backupStorageLocation: [{ ...location, config }] });
    const keys = values(undefined, "standard", "keys");
    expect(keys["configuration"]).to.deep.equal({ backupStorageLocation: [{ ...location, config: {}, credential: { name: "berth-backups", key: "cloud" } }] });
    expect(keys["credentials"]).to.deep.equal({ useSecret: false });
    expect(values(undefined, "host")).to.deep.include({ configuration: { backupStorageLocation: [] }, initContainers: [] });
    expect(entry("platform/bundles/latest/standard/velero.yaml")).not.to.have.nested.property("helm.values.configuration");
  });

  it("differ on simulated clusters, so that a change of the channel can be seen there", () => {
    const versions = (channel: "stable" | "latest"): string[] => wantedComponents({ provider: "local", tier: "shared", componentBundleVersion: channel }).map(({ version }) => version);
    expect(versions("stable")).not.to.deep.equal(versions("latest"));
  });
});
