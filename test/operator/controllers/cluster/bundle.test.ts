import { expect } from "chai";
import { LABELS } from "../../../../contract/identity.ts";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import type { OwnComponent } from "../../../../contract/resources/own-components.ts";
import { observeBundle, pruneBundle } from "../../../../operator/controllers/cluster/bundle.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import type { ArgoApplication } from "../../../../operator/delivery/argo-application.ts";
import type { BundleView } from "../../../../operator/machines/cluster/bundle.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";

const HANDLE = "own-klmnopqrst";

function clusterOf(spec: Partial<ClusterSpec>): ClusterObject {
  const whole = { provider: "gke", region: "eu-1", tier: "dedicated", ...spec };
  return { metadata: { name: "own" }, spec: whole, status: { handle: HANDLE } } as unknown as ClusterObject;
}

/** Stands in for Argo CD with an Application for each of some components; what was done to them is told. */
function sceneOf(components: readonly string[]): Readonly<{ context: ClusterContext; done: string[] }> {
  const done: string[] = [];
  const applications = components.map((component) => ({
    metadata: { name: `${component}-${HANDLE}`, labels: { [LABELS.component]: component } },
  }));
  const tell =
    (deed: string) =>
    ({ metadata }: ArgoApplication): Promise<void> => {
      done.push(`${deed} ${metadata.name}`);
      return Promise.resolve();
    };
  const context = {
    argo: { strip: tell("strip"), cascade: tell("cascade"), delete: tell("delete") },
    caches: { applications: { byIndex: () => applications }, secrets: { get: () => undefined } },
    logger: { info: () => undefined },
    settings: { argocdNamespace: "argocd" },
  } as unknown as ClusterContext;
  return { context, done };
}

function look(components: readonly string[], spec: Partial<ClusterSpec>): BundleView {
  return observeBundle(sceneOf(components).context, clusterOf(spec));
}

const own = (...ownComponents: OwnComponent[]): Partial<ClusterSpec> => ({ imported: {}, ownComponents });

describe("The component bundle of a cluster that has components of its own", () => {
  it("wants all but those, and nothing that most clusters have where nothing is said", () => {
    const wanted = (spec: Partial<ClusterSpec>): string[] => look([], spec).wanted.map(({ component }) => component);
    const all = wanted(own());
    expect(all).to.include.members(["cert-manager", "metrics-server", "velero"]);
    expect(wanted({ imported: {} })).to.deep.equal(all.filter((component) => component !== "metrics-server"));
    expect(wanted(own("velero"))).to.deep.equal(all.filter((component) => component !== "velero"));
  });

  it("lets go of what is said to be its own, and removes what left the bundle alone", async () => {
    const components = ["cert-manager", "velero", "gone"];
    const view = look(components, own("cert-manager", "moco"));
    expect([view.surplus, view.released]).to.deep.equal([["gone"], ["cert-manager"]]);
    const { context, done } = sceneOf(components);
    await pruneBundle(context, clusterOf(own("cert-manager")), view);
    expect(done).to.deep.equal([
      `cascade gone-${HANDLE}`,
      `delete gone-${HANDLE}`,
      `strip cert-manager-${HANDLE}`,
      `delete cert-manager-${HANDLE}`,
    ]);
  });

  it("lets go of what most have of their own, too, when nothing is said any more", () => {
    const { surplus, released } = look(["metrics-server"], { imported: {} });
    expect([surplus, released]).to.deep.equal([[], ["metrics-server"]]);
  });

  it("is the whole one on a cluster that was made here", () => {
    const { surplus, released } = look(["ingress-nginx", "gone"], { provider: "hetzner", tier: "dedicated" });
    expect([surplus, released]).to.deep.equal([["gone"], []]);
  });
});
