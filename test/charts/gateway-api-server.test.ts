import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse } from "yaml";
import { SecretText } from "../../contract/secret-text.ts";
import { renderChannelFiles } from "../../render/bundle/channel-files.ts";
import { ACME_BINDING } from "../../render/bundle/issuer-component.ts";
import { GATEWAY, GATEWAY_CERTIFICATE, GATEWAY_CLASS, HTTPS_LISTENER } from "../../render/charts/gateway-names.ts";
import { CHART_DEFAULTS } from "../../render/plan/chart-defaults.ts";
import { openDryRun, type DryRun } from "../support/dry-run.ts";
import { pick, renderRelease, type Rendered } from "../support/helm.ts";

const CHARTS = fileURLToPath(new URL("../../charts/components", import.meta.url));
const KINDS = ["gatewayclasses", "gateways", "httproutes", "listenersets"];
const CRDS = [
  ...KINDS.map((plural) => `local/manifests/gateway-api/${plural}.json`),
  "test/fixtures/crds/gateway.envoyproxy.io_envoyproxies.json",
  "test/fixtures/crds/cert-manager.io_clusterissuers.json",
];
const FILES = renderChannelFiles({
  repoUrl: "https://git.test/platform.git",
  branch: "main",
  appsDomain: "apps.example.com",
  clusterIssuer: "berth",
  acme: {
    directory: "https://ca.internal/directory",
    email: "tls@example.com",
    ca: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
    binding: { keyId: "kid-1", key: new SecretText("guarded-binding-key") },
  },
});

type Listener = { name: string; hostname?: string; tls?: { certificateRefs: { name: string }[] } };

/** Renders what Argo CD would make on a kind of cluster. */
async function renderOn(profile: string, component = "gateway"): Promise<Rendered[]> {
  const file = FILES.find(({ path }) => path === `platform/bundles/latest/${profile}/${component}.yaml`);
  const { helm } = parse(file?.content ?? "") as { helm: { values: object } };
  const namespace = component === "gateway" ? GATEWAY.namespace : ACME_BINDING.namespace;
  const version = component === "gateway" ? "1.1.0" : "1.0.0";
  return renderRelease(`${CHARTS}/${component}/${version}`, JSON.stringify(helm.values), { name: component, namespace });
}

describe("charts/components/gateway on a real API server", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  before(async () => {
    dryRun = await openDryRun(CRDS, [GATEWAY.namespace, ACME_BINDING.namespace, "ingress-nginx"]);
  });
  after(() => dryRun.close());

  const kindsOf = (objects: readonly Rendered[]): string =>
    objects
      .map(({ kind }) => kind)
      .sort()
      .join(" ");

  it("is taken as it is rendered for every kind of cluster, and refused with a member that there is not", async () => {
    for (const [profile, kinds] of [
      ["standard-gateway", "EnvoyProxy Gateway GatewayClass HTTPRoute"],
      ["local-gateway", "Gateway GatewayClass HTTPRoute"],
    ] as const) {
      const objects = await renderOn(profile);
      expect(kindsOf(objects)).to.equal(kinds);
      for (const object of objects) {
        const refusal = (one: object): Promise<string | undefined> => dryRun.refusal(one, GATEWAY.namespace);
        expect(await refusal(object), `${object.kind} of ${profile}`).to.equal(undefined);
        const wrong = { ...object, spec: { ...(object["spec"] as object), surprise: 1 } };
        expect(await refusal(wrong), object.kind).to.match(/unknown field "spec.surprise"/);
      }
    }
  });

  it("asks nobody on the cluster for a certificate that is brought", async () => {
    const annotated = async (clusterIssuer: string): Promise<unknown> => {
      const values = JSON.stringify({ appsDomain: "one-abcdefghij.apps.example.com", clusterIssuer });
      const objects = await renderRelease(`${CHARTS}/gateway/1.1.0`, values, { name: "gateway", namespace: "x" });
      return pick(objects.find(({ kind }) => kind === "Gateway"), "metadata.annotations");
    };
    const told = { "argocd.argoproj.io/ignore-healthcheck": "true" };
    expect(await annotated("")).to.deep.equal(told);
    expect(await annotated("letsencrypt")).to.deep.equal({ ...told, "cert-manager.io/cluster-issuer": "letsencrypt" });
  });

  it("has an issuer and its challenges' way beside it that are taken as they are rendered", async () => {
    for (const profile of ["standard", "standard-both", "standard-gateway"])
      for (const object of await renderOn(profile, "certificate-issuer")) {
        const namespace = object.metadata.namespace ?? ACME_BINDING.namespace;
        expect(await dryRun.refusal(object, namespace), `${object.kind} of ${profile}`).to.equal(undefined);
        if (object.kind !== "ClusterIssuer") continue;
        const acme = { ...(pick(object, "spec.acme") as object), surprise: 1 };
        expect(await dryRun.refusal({ ...object, spec: { acme } }, namespace)).to.match(/spec.acme.surprise/);
      }
  });

  it("is the Gateway that charts/workload attaches to, with a listener for every name of the platform's", async () => {
    const objects = await renderOn("standard-both");
    const gateway = objects.find(({ kind }) => kind === "Gateway");
    expect(gateway?.metadata).to.include(GATEWAY);
    expect(CHART_DEFAULTS.gateway).to.include(GATEWAY);
    expect(pick(gateway, "spec.gatewayClassName")).to.equal(GATEWAY_CLASS);
    expect(objects.find(({ kind }) => kind === "GatewayClass")?.metadata.name).to.equal(GATEWAY_CLASS);
    expect(pick(gateway, "spec.allowedListeners.namespaces.from")).to.equal("All");
    const listeners = pick(gateway, "spec.listeners") as Listener[];
    const refs = listeners.flatMap(({ tls }) => tls?.certificateRefs ?? []);
    expect(refs.map(({ name }) => name)).to.deep.equal([GATEWAY_CERTIFICATE.name]);
    expect(GATEWAY_CERTIFICATE.namespace).to.equal(gateway?.metadata.namespace);
    expect(listeners.map(({ name, hostname }) => [name, hostname])).to.deep.equal([
      ["http", undefined],
      [HTTPS_LISTENER, "*.apps.example.com"],
    ]);
  });
});
