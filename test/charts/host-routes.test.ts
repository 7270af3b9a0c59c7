import { expect } from "chai";
import { stringify } from "yaml";
import { LABELS } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { renderHostRoutes, type RoutedDeployment } from "../../render/cluster/host-routes.ts";
import { deriveDeploymentValues } from "../../render/deployment/deployment-values.ts";
import { deriveRoute } from "../../render/deployment/published-route.ts";
import type { RenderDeploymentInput } from "../../render/render-input.ts";
import { renderMany, WORKLOAD_CHART, type Rendered } from "../support/helm.ts";

const HANDLE = "shop-abcdefghij";
const KINDS = ["HTTPRoute", "ListenerSet", "HTTPRouteFilter", "BackendTrafficPolicy"];
const BASE: DeploymentSpec = { cluster: "harbour", appType: "web_app", dockerImage: "nginx:1.29" };
const SPECS: readonly DeploymentSpec[] = [
  BASE,
  { ...BASE, customDomain: "shop.example.com" },
  { ...BASE, appType: "api", customDomain: "api.example.com", containerPort: 3000 },
  { ...BASE, failoverHealthRoute: true, requestTimeoutSeconds: 5, maxBodySizeMb: 1, customDomain: "shop.example.com" },
  { ...BASE, containerPortProtocol: "grpc", maxBodySizeMb: 20 },
  { ...BASE, failoverHealthRoute: true, healthChecks: { readiness: { enabled: true, type: "http", path: "/ready" } } },
];

/** Who makes certificates, and whether each of the platform's names has its own. */
type Certified = Readonly<{ issuer: string | undefined; isEach: boolean }>;

function inputOf(spec: DeploymentSpec, { issuer, isEach }: Certified): RenderDeploymentInput {
  const own = { handle: "harbour", provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway" } as const;
  return {
    metadata: { name: "shop", namespace: "org-acme", id: "018f0000-0000-7000-8000-000000000001" },
    handle: HANDLE,
    spec,
    cluster: { ...own, ...(isEach ? { certifiesEachName: true } : {}) },
    platform: {
      appsDomain: "apps.test",
      repoUrl: "",
      branch: "",
      argocdNamespace: "",
      project: "",
      chartVersion: "",
      clusterIssuer: issuer ?? "",
    },
    customDomainActive: true,
  };
}

const ISSUED = { issuer: "letsencrypt", isEach: false };
const WAYS: readonly Certified[] = [ISSUED, { issuer: undefined, isEach: false }, { ...ISSUED, isEach: true }];

/** As the operator writes it on a host, but for the names that things have there. */
function asOnHost(spec: DeploymentSpec, by: Certified): RoutedDeployment {
  const route = deriveRoute(inputOf(spec, by));
  if (route === undefined) throw new Error("no route");
  return {
    id: "x",
    handle: HANDLE,
    namespace: "vc-harbour",
    service: HANDLE,
    route,
    isCovered: true,
    certificate: by.isEach ? `${HANDLE}-tls` : undefined,
    domainCertificate: `${HANDLE}-domain-tls`,
    issuer: by.issuer,
  };
}

type Told = Readonly<{ kind: string; name: string; issuer: unknown; spec: unknown }>;
const told = ({ kind, metadata, ...rest }: Pick<Rendered, "kind" | "metadata">): Told => ({
  kind,
  name: metadata.name,
  issuer: metadata.annotations?.["cert-manager.io/cluster-issuer"],
  spec: (rest as Record<string, unknown>)["spec"],
});
const sorted = (all: readonly Told[]): readonly Told[] =>
  all.toSorted((one, other) => `${one.kind}/${one.name}`.localeCompare(`${other.kind}/${other.name}`));

describe("Routes that the operator writes on hosts", function () {
  this.timeout(120_000);

  it("are what charts/workload makes on a cluster of its own", async () => {
    for (const by of WAYS) {
      const values = SPECS.map((spec) => stringify(deriveDeploymentValues(inputOf(spec, by))));
      const all = await renderMany(WORKLOAD_CHART, values, HANDLE);
      for (const [index, spec] of SPECS.entries()) {
        const objects = (all[index] ?? []).filter(({ kind }) => KINDS.includes(kind));
        const own = renderHostRoutes(asOnHost(spec, by)).map(({ object }) => told(object as unknown as Rendered));
        expect(sorted(own), JSON.stringify([by, spec])).to.deep.equal(sorted(objects.map(told)));
      }
    }
  });

  it("have a listener of their own alone where the Gateway's is not for the platform's name", () => {
    const certificate = "shop-tls-x-shop-x-harbour";
    const objects = renderHostRoutes({ ...asOnHost(BASE, ISSUED), isCovered: false, certificate });
    expect(objects.map(({ hostname, object }) => [hostname, object.kind, object.metadata.name])).to.deep.equal([
      [`${HANDLE}.apps.test`, "ListenerSet", HANDLE],
      [`${HANDLE}.apps.test`, "HTTPRoute", HANDLE],
    ]);
    expect(JSON.stringify(objects)).to.contain(`"name":"${certificate}"`);
    const [, route] = objects;
    const { parentRefs } = (route?.object.spec ?? {}) as { parentRefs: { kind: string }[] };
    expect(parentRefs.map(({ kind }) => kind)).to.deep.equal(["ListenerSet"]);
  });

  it("say whose they are, in the virtual cluster's namespace", () => {
    for (const { object } of renderHostRoutes(asOnHost(SPECS[3] ?? BASE, { issuer: undefined, isEach: false }))) {
      const labels = { [LABELS.managed]: "true", [LABELS.id]: "x", [LABELS.handle]: HANDLE };
      expect(object.metadata).to.deep.include({ namespace: "vc-harbour", labels });
    }
  });
});
