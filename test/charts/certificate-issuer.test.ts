import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse } from "yaml";
import type { AcmeIssuer } from "../../contract/certificate-settings.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { renderChannelFiles } from "../../render/bundle/channel-files.ts";
import { BUNDLE_COMPONENTS } from "../../render/bundle/components.ts";
import type { Installation } from "../../render/bundle/component.ts";
import { ACME_BINDING, CERTIFICATE_ISSUER } from "../../render/bundle/issuer-component.ts";
import { pick, renderRelease, type Rendered } from "../support/helm.ts";

const CHARTS = fileURLToPath(new URL("../../charts/components", import.meta.url));
const KEY = "guarded-binding-key";
const CA = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
const ACME: AcmeIssuer = {
  directory: "https://ca.internal/directory",
  email: "tls@example.com",
  ca: CA,
  binding: { keyId: "kid-1", key: new SecretText(KEY) },
};
const MADE: Installation = { appsDomain: "apps.example.com", clusterIssuer: "berth", acme: ACME };
const DELIVERY = { repoUrl: "https://git.test/platform.git", branch: "main" };

function valuesOf(component: string, profile: string, installation: Installation): Record<string, unknown> {
  const path = `platform/bundles/latest/${profile}/${component}.yaml`;
  const file = renderChannelFiles({ ...DELIVERY, ...installation }).find((one) => one.path === path);
  return (parse(file?.content ?? "null") as { helm: { values: Record<string, unknown> } }).helm.values;
}

async function render(profile: string, installation: Installation): Promise<Rendered[]> {
  const { chart, versions, namespace, component } = CERTIFICATE_ISSUER;
  const values = JSON.stringify(valuesOf(component, profile, installation));
  return renderRelease(`${CHARTS}/${chart}/${versions.latest}`, values, { name: component, namespace });
}

const issuerOf = (objects: readonly Rendered[]): Rendered | undefined =>
  objects.find(({ kind }) => kind === "ClusterIssuer");

describe("charts/components/certificate-issuer", function () {
  this.timeout(120_000);

  it("makes an issuer of what the installation says, whose key is not in Git", async () => {
    const issuer = issuerOf(await render("standard", MADE));
    expect([issuer?.metadata.name, issuer?.["spec"]]).to.deep.equal([
      "berth",
      {
        acme: {
          server: "https://ca.internal/directory",
          email: "tls@example.com",
          caBundle: Buffer.from(CA).toString("base64"),
          privateKeySecretRef: { name: "berth-acme-account" },
          externalAccountBinding: { keyID: "kid-1", keySecretRef: { name: ACME_BINDING.name, key: ACME_BINDING.key } },
          solvers: [{ http01: { ingress: { ingressClassName: "nginx" } } }],
        },
      },
    ]);
    expect(JSON.stringify(renderChannelFiles({ ...DELIVERY, ...MADE }))).not.to.contain(KEY);
  });

  it("lets the authority ask by the way that the cluster's requests come", async () => {
    const gateway = await render("standard-gateway", MADE);
    expect(pick(issuerOf(gateway), "spec.acme.solvers.0.http01.gatewayHTTPRoute.parentRefs.0")).to.deep.equal({
      group: "gateway.networking.k8s.io",
      kind: "Gateway",
      namespace: "berth-gateway",
      name: "berth",
      sectionName: "http",
    });
    const both = await render("standard-both", MADE);
    expect(pick(issuerOf(both), "spec.acme.solvers.0.http01.ingress.ingressClassName")).to.equal("nginx");
    const routes = (objects: readonly Rendered[]): Rendered[] => objects.filter(({ kind }) => kind === "HTTPRoute");
    expect(routes(gateway)).to.have.length(0);
    expect(routes(await render("standard", MADE))).to.have.length(0);
    // A name leads to either while it moves: what comes to the Gateway goes on to where the answer is.
    expect(routes(both).map((one) => [one.metadata.namespace, pick(one, "spec.rules.0.backendRefs.0.name")])).to.deep.equal([
      ["ingress-nginx", "ingress-nginx-controller"],
    ]);
  });

  it("has what answers on a host as a Service that the quota of a virtual cluster lets be, and elsewhere as cert-manager does", async () => {
    const typeOn = async (profile: string): Promise<unknown> => {
      const { ingress, gatewayHTTPRoute } = pick(issuerOf(await render(profile, MADE)), "spec.acme.solvers.0.http01") as Record<string, { serviceType?: string } | undefined>;
      return (ingress ?? gatewayHTTPRoute)?.serviceType;
    };
    for (const profile of ["host", "host-both", "host-gateway"]) expect(await typeOn(profile), profile).to.equal("ClusterIP");
    for (const profile of ["standard", "standard-gateway"]) expect(await typeOn(profile), profile).to.equal(undefined);
  });

  it("makes none where people keep theirs, or bring certificates, and no Gateway asks for what can be had by no question", async () => {
    const kept = { appsDomain: "apps.example.com" };
    for (const installation of [kept, { ...kept, clusterIssuer: "" }, { ...kept, clusterIssuer: "own" }])
      expect((await render("standard", installation)).map(({ kind }) => kind)).to.deep.equal(["ConfigMap"]);
    const asked = (installation: Installation): unknown => valuesOf("gateway", "standard-gateway", installation)["clusterIssuer"];
    expect([asked(kept), asked({ ...kept, clusterIssuer: "own" })]).to.deep.equal([undefined, "own"]);
    expect([asked(MADE), asked({ ...kept, clusterIssuer: "" })]).to.deep.equal([null, null]);
  });

  it("comes wherever cert-manager does", () => {
    const profiles = BUNDLE_COMPONENTS.find(({ component }) => component === "cert-manager")?.profiles;
    expect(CERTIFICATE_ISSUER.profiles).to.deep.equal(profiles);
  });
});
