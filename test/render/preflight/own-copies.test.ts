import { expect } from "chai";
import { OWN_COMPONENTS, type OwnComponent } from "../../../contract/resources/own-components.ts";
import { BUNDLE_COMPONENTS } from "../../../render/bundle/components.ts";
import { bundleFootprint, NEEDED_KINDS } from "../../../render/preflight/bundle-footprint.ts";
import type { ClusterFacts, FoundObject } from "../../../render/preflight/cluster-facts.ts";
import { deriveFindings } from "../../../render/preflight/derive-findings.ts";
import { leftToCluster } from "../../../render/preflight/own-copies.ts";

const BUNDLE = bundleFootprint("gke", false, "both");
/** How a cert-manager is started that makes certificates of ListenerSets. */
const AT_GATEWAYS = {
  args: [
    "--enable-gateway-api",
    "--enable-gateway-api-listenerset=true",
    "--feature-gates=Other=false,ListenerSets=true",
  ],
  files: [],
};
const METRICS = "v1beta1.metrics.k8s.io";
const HELM = { "meta.helm.sh/release-name": "theirs", "meta.helm.sh/release-namespace": "ops" };
const tracked = (application: string): FoundObject["annotations"] => ({
  "argocd.argoproj.io/tracking-id": `${application}:apps/Deployment:cert-manager/cert-manager`,
});
const object = (kind: string, name: string, more: Partial<FoundObject> = {}): FoundObject => ({
  kind,
  name,
  labels: {},
  annotations: HELM,
  ...more,
});

/** Makes somebody's own copy of a component as its chart would: all that its footprint names, with every part running. */
function copyOf(component: OwnComponent, more: Partial<FoundObject> = {}, tag = "v9.9.9"): FoundObject[] {
  const found = BUNDLE.find((one) => one.component === component);
  if (found === undefined) throw new Error(`The bundle has no ${component}`);
  const { footprint, namespace, own } = found;
  const { crds = [], ingressClasses = [], apiServices = [], images = [] } = footprint;
  return [
    ...crds.map((name) => object("CustomResourceDefinition", name, more)),
    ...ingressClasses.map((name) => object("IngressClass", name, more)),
    ...apiServices.map((name) => object("APIService", name, { available: true, ...more })),
    ...images.map((image) =>
      object("Deployment", own?.workload ?? image, {
        namespace,
        available: true,
        images: [`quay.test/x/${image}:${tag}`],
        ...(image === "cert-manager-controller" ? { settings: AT_GATEWAYS } : {}),
        ...more,
      }),
    ),
  ];
}

const STORAGE = { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } };
const FACTS: ClusterFacts = {
  kubernetesVersion: "v1.36.0",
  nodeCount: 3,
  servesAutopilot: false,
  missingPermissions: [],
  objects: [],
  served: NEEDED_KINDS,
  cutKinds: [],
};

function judge(
  objects: readonly FoundObject[],
  more: Partial<ClusterFacts> & Readonly<{ said?: readonly OwnComponent[] }> = {},
): Readonly<{ left: readonly string[]; found: readonly string[]; messages: string }> {
  const { said, ...facts } = more;
  const whole = [...objects, object("StorageClass", "std", STORAGE), object("DaemonSet", "cilium")];
  const seen = { ...FACTS, objects: whole, ...facts };
  const findings = deriveFindings({ bundle: BUNDLE, facts: seen, registration: "free", isAutopilot: false, said });
  return {
    left: leftToCluster(BUNDLE, seen, said),
    found: findings.map(({ severity, code, name }) => `${severity} ${code} ${name}`),
    messages: findings.map(({ message, remedy }) => `${message} ${remedy}`).join("\n"),
  };
}

describe("What a cluster has of its own of the bundle", () => {
  it("is left out where it can serve, each component by itself and all at once, and nothing stands in the way", () => {
    for (const component of OWN_COMPONENTS) {
      const { left, found } = judge(copyOf(component));
      expect([left, found], component).to.deep.equal([[component], [`info component_of_own ${component}`]]);
    }
    const all = judge(OWN_COMPONENTS.flatMap((component) => copyOf(component)));
    expect(all.left).to.deep.equal(OWN_COMPONENTS);
    expect(all.found.filter((one) => !one.startsWith("info component_of_own"))).to.deep.equal([]);
  });

  it("is nothing on an empty cluster, to which the bundle brings all, metrics among it", () => {
    expect(judge([])).to.deep.include({ left: [], found: [] });
  });

  it("is not what Berth made: a component that runs by an Application of ours, or that a former import left, comes by the bundle", () => {
    const ours = { annotations: tracked("cert-manager-prod-klmnopqrst") };
    const { left, found } = judge(copyOf("cert-manager", ours));
    expect(left).to.deep.equal([]);
    expect(found.every((one) => one.startsWith("info left_by_berth"))).to.equal(true);
    const marked = { labels: { "hosting.berth.dev/managed": "true" }, annotations: {} };
    expect(judge(copyOf("velero", marked)).left).to.deep.equal([]);
    // Theirs beside ours: two copies fight, whoever is asked.
    const both = judge([
      ...copyOf("cert-manager", ours),
      object("Deployment", "second", { ...running("ops"), annotations: HELM }),
    ]);
    expect([both.left, both.found[0]]).to.deep.equal([[], "error operator_running second"]);
  });

  it("is what an Application of somebody else's made, though its name ends as our handles do", () => {
    for (const application of ["cert-manager-production", "infra-monitoring", "velero-own-klmnopqrst"]) {
      const { left, found } = judge(copyOf("cert-manager", { annotations: tracked(application) }));
      expect([left, found], application).to.deep.equal([["cert-manager"], ["info component_of_own cert-manager"]]);
    }
  });

  it("is in the way where it cannot serve, and says why and what to do", () => {
    const rows: readonly (readonly [string, OwnComponent, readonly FoundObject[], Partial<ClusterFacts>, RegExp])[] = [
      [
        "half of it",
        "cert-manager",
        copyOf("cert-manager").filter(({ kind }) => kind !== "Deployment"),
        {},
        /no pod runs cert-manager-controller/,
      ],
      [
        "a part that does not run",
        "cert-manager",
        copyOf("cert-manager", { available: false }),
        {},
        /no pod runs cert-manager-webhook/,
      ],
      [
        "older kinds",
        "external-secrets",
        copyOf("external-secrets"),
        { served: [] },
        /externalsecrets\.external-secrets\.io\/v1 is not served/,
      ],
      [
        "an old version",
        "cert-manager",
        copyOf("cert-manager", {}, "v1.19.5"),
        {},
        /of version 1\.19, and 1\.20 is the least/,
      ],
      [
        "without certificates for ListenerSets",
        "cert-manager",
        copyOf("cert-manager", { settings: { args: ["--v=2", "--feature-gates=ListenerSets=false"], files: [] } }),
        {},
        /started without enableGatewayAPI, enableGatewayAPIListenerSet, the feature gate ListenerSets/,
      ],
      [
        "an older Envoy Gateway",
        "envoy-gateway",
        copyOf("envoy-gateway", {}, "v1.5.0").filter(({ kind }) => kind !== "CustomResourceDefinition"),
        {},
        /of version 1\.5, and 1\.9 is the least/,
      ],
      [
        "an Envoy Gateway of another class and some namespaces",
        "envoy-gateway",
        copyOf("envoy-gateway", { settings: { args: [], files: ["no: [", ENVOY_CONFIG] } }).filter(
          ({ kind }) => kind !== "CustomResourceDefinition",
        ),
        {},
        /takes Gateways of "example\.org\/edge", .*; it looks at some namespaces alone/,
      ],
      [
        "another place",
        "velero",
        copyOf("velero", { namespace: "backup" }),
        {},
        /runs in the namespace backup, and Berth looks for it in velero/,
      ],
      [
        "another class",
        "ingress-nginx",
        copyOf("ingress-nginx").filter(({ kind }) => kind !== "IngressClass"),
        {},
        /there is no IngressClass nginx/,
      ],
      [
        "another name",
        "ingress-nginx",
        copyOf("ingress-nginx").map((one) => (one.kind === "Deployment" ? { ...one, name: "edge-controller" } : one)),
        {},
        /nothing of it is called ingress-nginx-controller/,
      ],
      [
        "nobody behind it",
        "metrics-server",
        [object("APIService", METRICS, { available: false })],
        {},
        /nobody answers for v1beta1\.metrics\.k8s\.io/,
      ],
    ];
    for (const [name, component, objects, facts, why] of rows) {
      const { left, found, messages } = judge(objects, facts);
      expect(left, name).to.deep.equal([]);
      expect(found[0], name).to.equal(`error own_component_cannot_serve ${component}`);
      expect(messages, name).to.match(why).and.to.contain(`name ${component} in own_components`);
      // Who says that it stays is told, and not kept out.
      const said = judge(objects, { ...facts, said: [component] });
      expect([said.left, said.found], name).to.deep.equal([
        [component],
        [`warning own_component_cannot_serve ${component}`],
      ]);
      expect(said.messages, name).to.match(why);
    }
  });

  it("serves whatever its tag says that is no version, and from the least version on", () => {
    for (const tag of ["v1.20.0", "1.20", "v2.0.1", "latest", "sha-1.2"])
      expect(judge(copyOf("cert-manager", {}, tag)).left, tag).to.deep.equal(["cert-manager"]);
  });

  it("is what is said, and no more: what is not said collides, what is not there is awaited", () => {
    const objects = [...copyOf("cert-manager"), ...copyOf("metrics-server")];
    const none = judge(objects, { said: [] });
    expect(none.left).to.deep.equal([]);
    expect(none.found)
      .to.include("error crd_exists certificates.cert-manager.io")
      .and.to.include(`error api_service_exists ${METRICS}`);
    expect(none.messages).to.contain("name cert-manager in own_components");
    const absent = judge([], { said: ["velero"] });
    expect([absent.left, absent.found]).to.deep.equal([["velero"], ["warning own_component_cannot_serve velero"]]);
    expect(absent.messages).to.contain("it has none");
    expect(judge(copyOf("velero"), { said: ["velero"] }).messages).to.contain("where its default location says");
  });

  it("is asked for less where the cluster has no Gateway, and is named for the day on which it gets one", () => {
    const bundle = bundleFootprint("gke", false, "ingress");
    const objects = [
      ...copyOf("cert-manager", { settings: { args: [], files: [] } }, "v1.12.0"),
      ...copyOf("envoy-gateway"),
    ];
    const facts = { ...FACTS, objects };
    expect(leftToCluster(bundle, facts, undefined)).to.deep.equal(["cert-manager", "envoy-gateway"]);
    const findings = deriveFindings({ bundle, facts, registration: "free", isAutopilot: false });
    expect(findings.filter(({ severity }) => severity === "error")).to.deep.equal([]);
    // And what could not serve there is in nobody's way.
    const old = { ...FACTS, objects: copyOf("envoy-gateway", {}, "v1.5.0") };
    const none = deriveFindings({ bundle, facts: old, registration: "free", isAutopilot: false });
    expect(none.filter(({ severity }) => severity === "error")).to.deep.equal([]);
    expect(leftToCluster(bundle, old, undefined)).to.deep.equal([]);
  });

  it("is started well by a file as by switches, which count before it", () => {
    const config = (gates: string): string =>
      `kind: ControllerConfiguration\nenableGatewayAPI: true\nenableGatewayAPIListenerSet: true\nfeatureGates: {${gates}}`;
    const left = (args: readonly string[], ...files: string[]): readonly string[] =>
      judge(copyOf("cert-manager", { settings: { args, files } })).left;
    expect(left([], "kind: Other", config("ListenerSets: true"))).to.deep.equal(["cert-manager"]);
    const newer = (switches: string): string =>
      `kind: ControllerConfiguration\ngatewayAPI: {${switches}}\nfeatureGates: {ListenerSets: true}`;
    expect(left([], newer("enabled: true, enableListenerSet: true"))).to.deep.equal(["cert-manager"]);
    expect(left([], newer("enabled: true"))).to.deep.equal([]);
    expect(
      left([], `${newer("enableListenerSet: false")}\nenableGatewayAPI: true\nenableGatewayAPIListenerSet: true`),
    ).to.deep.equal([]);
    for (const [args, file] of [
      [["--feature-gates=ListenerSets=false"], config("ListenerSets: true")],
      [["--enable-gateway-api=false"], config("ListenerSets: true")],
      [[], config("ListenerSets: false")],
      [[], "kind: [ControllerConfiguration"],
    ] as const)
      expect(left(args, file), JSON.stringify([args, file])).to.deep.equal([]);
  });

  it("is a list of what the bundle brings to imported clusters, of charts that are not ours", () => {
    const brought = BUNDLE_COMPONENTS.filter(({ profiles }) => profiles.includes("imported"));
    const foreign = brought.filter(({ repository }) => repository !== undefined);
    expect(foreign.map(({ component }) => component)).to.have.members([...OWN_COMPONENTS]);
    expect(BUNDLE_COMPONENTS.filter(({ own }) => own !== undefined)).to.deep.equal(foreign);
  });
});

const ENVOY_CONFIG = `kind: EnvoyGateway
gateway: {controllerName: example.org/edge}
provider: {type: Kubernetes, kubernetes: {watch: {type: Namespaces, namespaces: [edge]}}}`;

function running(namespace: string): Partial<FoundObject> {
  return { namespace, available: true, images: ["quay.test/x/cert-manager-controller:v9.9.9"] };
}
