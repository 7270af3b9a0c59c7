import { expect } from "chai";
import type { ClusterRouting } from "../../../render/bundle/component.ts";
import { NEEDED_KINDS } from "../../../render/preflight/bundle-footprint.ts";
import { judgeImport, type Judged } from "../../../render/preflight/choose-routing.ts";
import type { ClusterFacts, FoundObject } from "../../../render/preflight/cluster-facts.ts";
import { isFinal } from "../../../render/preflight/derive-findings.ts";

const object = (kind: string, name: string, more: Partial<FoundObject> = {}): FoundObject => ({
  kind,
  name,
  labels: {},
  annotations: {},
  ...more,
});
const STORAGE = { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } };
const WHOLE = [
  object("StorageClass", "std", STORAGE),
  object("APIService", "v1beta1.metrics.k8s.io", { available: true }),
  object("DaemonSet", "cilium"),
];
/** Kinds of the Gateway API as a provider brings them. */
const KINDS = ["gatewayclasses", "gateways", "httproutes"].map((plural) =>
  object("CustomResourceDefinition", `${plural}.gateway.networking.k8s.io`, {
    labels: { "addonmanager.kubernetes.io/mode": "Reconcile" },
    annotations: {
      "gateway.networking.k8s.io/bundle-version": "v1.2.1",
      "gateway.networking.k8s.io/channel": "standard",
    },
  }),
);
const OLD_CERT_MANAGER = ["controller", "webhook", "cainjector"].map((part) =>
  object("Deployment", `cert-manager-${part}`, {
    namespace: "cert-manager",
    available: true,
    images: [`quay.io/jetstack/cert-manager-${part}:v1.20.1`],
    settings: { args: [], files: [] },
  }),
);
type Asked = Partial<Parameters<typeof judgeImport>[0]>;

function judge(objects: readonly FoundObject[], asked: Asked = {}): Judged {
  const facts: ClusterFacts = {
    kubernetesVersion: "v1.36.0",
    nodeCount: 3,
    servesAutopilot: asked.isAutopilot === true,
    missingPermissions: [],
    objects: [...WHOLE, ...objects],
    served: NEEDED_KINDS,
    cutKinds: [],
  };
  const usual: ClusterRouting = "gateway";
  const base = { provider: "gke", facts, registration: "free", isAutopilot: false, routing: undefined, usual } as const;
  return judgeImport({ ...base, ...asked });
}
const codes = ({ findings }: Judged, severity: string): string[] =>
  findings.filter((one) => one.severity === severity).map(({ code }) => code);

describe("How requests come to a cluster that is imported", () => {
  it("is by a Gateway, as to any new cluster, where nothing is in its way", () => {
    const judged = judge([]);
    expect([judged.routing, judged.findings.map(({ code }) => code)]).to.deep.equal(["gateway", ["component_of_own"]]);
    expect(judge([], { usual: "ingress" }).routing).to.equal("ingress");
    expect(judge([], { usual: "both" }).routing).to.equal("both");
  });

  it("is by Ingress where kinds of the Gateway API are somebody else's, and says why; nobody writes over them, whoever asks for it", () => {
    const judged = judge(KINDS);
    expect([judged.routing, codes(judged, "error")]).to.deep.equal(["ingress", []]);
    const told = judged.findings.find(({ code }) => code === "routes_by_ingress");
    expect(told?.message)
      .to.contain("3 kinds")
      .and.to.contain("v1.2.1, channel standard")
      .and.to.contain("add-on manager");
    for (const routing of ["both", "gateway"] as const) {
      const asked = judge(KINDS, { routing });
      expect([asked.routing, codes(asked, "error")], routing).to.deep.equal([routing, ["gateway_api_exists"]]);
      const [finding] = asked.findings;
      expect(finding?.remedy).to.contain("routing: ingress").and.to.contain("envoy-gateway in own_components");
      expect(finding !== undefined && isFinal(finding)).to.equal(true);
    }
    expect(codes(judge(KINDS, { routing: "ingress" }), "info")).not.to.include("routes_by_ingress");
  });

  it("is by a Gateway where those kinds were left by a former import", () => {
    const ours = KINDS.map((kind) => ({
      ...kind,
      annotations: { "argocd.argoproj.io/tracking-id": "envoy-gateway-own-klmnopqrst:apiextensions.k8s.io/x:/y" },
    }));
    expect(judge(ours).routing).to.equal("gateway");
  });

  it("is by Ingress where the cluster's own cert-manager would make no certificates at a Gateway, left to it or not", () => {
    for (const said of [undefined, ["cert-manager", "metrics-server"]] as const) {
      const judged = judge(OLD_CERT_MANAGER, { said });
      expect([judged.routing, codes(judged, "error")]).to.deep.equal(["ingress", []]);
      expect(judged.ownComponents).to.include("cert-manager");
      const told = judged.findings.find(({ code }) => code === "routes_by_ingress");
      expect(told?.message).to.contain("the feature gate ListenerSets");
    }
    const asked = judge(OLD_CERT_MANAGER, { routing: "gateway" });
    expect(codes(asked, "error")).to.include("own_component_cannot_serve");
  });

  it("is by Ingress whatever else is wrong, if that is wrong in either way", () => {
    const nginx = object("IngressClass", "nginx");
    // What only Ingress would meet keeps nobody from a Gateway.
    expect([judge([nginx]).routing, codes(judge([nginx]), "error")]).to.deep.equal(["gateway", []]);
    const old = judge([], { facts: { ...FACTS_OF_OLD, objects: WHOLE } });
    expect([old.routing, codes(old, "error")]).to.deep.equal(["gateway", ["version_unsupported"]]);
  });

  it("is by Ingress on GKE Autopilot", () => {
    expect(judge([], { isAutopilot: true }).routing).to.equal("ingress");
  });
});

const FACTS_OF_OLD = {
  kubernetesVersion: "v1.20.0",
  nodeCount: 3,
  servesAutopilot: false,
  missingPermissions: [],
  served: NEEDED_KINDS,
  cutKinds: [],
};
