import { expect } from "chai";
import { LABELS } from "../../../../contract/identity.ts";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import type { ClusterStatus } from "../../../../contract/resources/cluster-status.ts";
import { observeBundle } from "../../../../operator/controllers/cluster/bundle.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import {
  createGatewayKindLooks,
  lookAtRouting,
  profileInForce,
  registeredProfile,
} from "../../../../operator/controllers/cluster/gateway-kinds.ts";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

const HANDLE = "own-klmnopqrst";
type Scene = Readonly<{
  spec?: Partial<ClusterSpec>;
  status?: Partial<ClusterStatus>;
  /** What the registration says of its kind. */
  profile?: string;
  applications?: readonly string[];
  /** Annotations of the definitions that are there; undefined where the cluster does not answer. */
  definitions?: Readonly<Record<string, Record<string, string>>> | undefined;
}>;

const TRACKING = "argocd.argoproj.io/tracking-id";
const GATEWAYS = "gateways.gateway.networking.k8s.io";

class Cluster {
  readonly clock = createFakeClock();
  requests = 0;
  scene: Scene;
  readonly context: ClusterContext;

  constructor(scene: Scene) {
    this.scene = scene;
    const client = {
      request: (_method: string, path: string) => {
        this.requests += 1;
        return this.#answer(path.split("/").at(-1) ?? "");
      },
    };
    const found = (component: string): object => ({
      metadata: { name: `${component}-${HANDLE}`, labels: { [LABELS.component]: component } },
    });
    this.context = {
      settings: { argocdNamespace: "argocd" },
      caches: {
        applications: { byIndex: () => (this.scene.applications ?? []).map(found) },
        secrets: {
          get: () =>
            this.scene.profile === undefined
              ? undefined
              : { metadata: { labels: { [LABELS.bundleProfile]: this.scene.profile, [LABELS.channel]: "latest" } } },
        },
      },
      tenants: { client: () => client },
      gatewayKinds: createGatewayKindLooks(this.clock, () => undefined),
    } as unknown as ClusterContext;
  }

  get object(): ClusterObject {
    const { spec, status } = this.scene;
    const whole = { provider: "gke", region: "eu-1", tier: "dedicated", imported: {}, routing: "both", ...spec };
    return {
      metadata: { name: "own" },
      spec: whole,
      status: { handle: HANDLE, ...status },
    } as unknown as ClusterObject;
  }

  /** What is in force once whoever is asked has answered. */
  async seen(): Promise<unknown[]> {
    lookAtRouting(this.context, this.object);
    await this.clock.advance(0);
    return this.now();
  }

  now(): unknown[] {
    const { routing, held } = lookAtRouting(this.context, this.object);
    return [routing, held?.kind, profileInForce(this.context, this.object)];
  }

  async #answer(name: string): Promise<unknown> {
    const { definitions } = this.scene;
    const annotations = definitions?.[name];
    const failure = definitions === undefined ? { status: 0, reason: "Timeout" } : { status: 404, reason: "NotFound" };
    if (annotations === undefined) throw new KubeError(`GET ${name}`, failure);
    return Promise.resolve({ metadata: { name, annotations } });
  }
}

const see = (scene: Scene): Promise<unknown[]> => new Cluster(scene).seen();
const THEIRS = { [GATEWAYS]: {} };

describe("Whether a Gateway may come to an imported cluster", () => {
  it("goes by whose the kinds of the Gateway API there are", async () => {
    expect(await see({ definitions: {} })).to.deep.equal(["both", undefined, "imported-both-own"]);
    expect(await see({ definitions: THEIRS })).to.deep.equal(["ingress", "taken", "imported"]);
    const ours = { [GATEWAYS]: { [TRACKING]: `envoy-gateway-${HANDLE}:apiextensions.k8s.io/x:/y` } };
    expect(await see({ definitions: ours })).to.deep.equal(["both", undefined, "imported-both-own"]);
    const mesh = { [GATEWAYS]: { [TRACKING]: "mesh:apiextensions.k8s.io/x:/y" } };
    expect(await see({ definitions: mesh })).to.deep.equal(["ingress", "taken", "imported"]);
    const own = { spec: { ownComponents: ["envoy-gateway" as const] }, definitions: THEIRS };
    expect(await see(own)).to.deep.equal(["ingress", "missing", "imported-own"]);
  });

  it("is asked of nobody else, and not where requests come by Ingress", async () => {
    const asked = async (scene: Scene): Promise<number> => {
      const cluster = new Cluster({ definitions: THEIRS, ...scene });
      await cluster.seen();
      return cluster.requests;
    };
    expect(await asked({})).to.equal(21);
    expect(await asked({ spec: { routing: undefined } })).to.equal(0);
    expect(await asked({ spec: { imported: undefined } })).to.equal(0);
    expect(await asked({ status: { routing: "both" } })).to.equal(0);
  });

  it("is unknown until the cluster answers: nothing is brought to one that is new, and nothing changed of one that was there", async () => {
    const silent = new Cluster({ definitions: undefined });
    expect(await silent.seen()).to.deep.equal(["ingress", undefined, undefined]);
    expect(registeredProfile(silent.context, silent.object)).to.equal(undefined);
    silent.scene = { definitions: {}, profile: "none" };
    expect(silent.now(), "before it is asked again").to.deep.equal(["ingress", undefined, undefined]);
    expect(registeredProfile(silent.context, silent.object)).to.equal("none");
    await silent.clock.advance(5_000);
    expect(await silent.seen()).to.deep.equal(["both", undefined, "imported-both-own"]);
    const before = new Cluster({ definitions: undefined, status: { routing: "ingress" } });
    expect(await before.seen()).to.deep.equal(["ingress", undefined, "imported"]);
  });

  it("is not asked again once it has come, whatever the status has lost: nothing of it is removed for a moment's doubt", async () => {
    for (const known of [
      { status: { routing: "both" as const } },
      { profile: "imported-both-own" },
      { profile: "none", applications: ["envoy-gateway", "gateway", "ingress-nginx"] },
    ]) {
      const cluster = new Cluster({ definitions: THEIRS, applications: ["gateway", "ingress-nginx"], ...known });
      expect(await cluster.seen(), JSON.stringify(known)).to.deep.equal(["both", undefined, "imported-both-own"]);
      expect([observeBundle(cluster.context, cluster.object).surplus, cluster.requests]).to.deep.equal([[], 0]);
    }
  });

  it("brings and removes by what is in force: a Gateway that is held keeps ingress-nginx, whatever is asked", async () => {
    const cluster = new Cluster({
      spec: { routing: "gateway" },
      definitions: THEIRS,
      applications: ["ingress-nginx"],
      profile: "imported",
    });
    expect(await cluster.seen()).to.deep.equal(["ingress", "taken", "imported"]);
    const { wanted, surplus } = observeBundle(cluster.context, cluster.object);
    expect(surplus).to.deep.equal([]);
    expect(wanted.map(({ component }) => component))
      .to.include("ingress-nginx")
      .and.not.to.include("gateway");
  });
});
