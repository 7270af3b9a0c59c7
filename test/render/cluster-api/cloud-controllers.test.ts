import { expect } from "chai";
import { cloudImages } from "../../../render/bundle/cloud-components.ts";
import { bundleProfile } from "../../../render/bundle/component.ts";
import { BUNDLE_COMPONENTS } from "../../../render/bundle/components.ts";
import { wantedComponents } from "../../../render/bundle/wanted-components.ts";
import { cloudControllersPrint, renderCloudControllers } from "../../../render/cluster-api/cloud-controllers.ts";
import { hetznerSecretName } from "../../../render/cluster-api/cluster.ts";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";

const INPUT = { handle: "shop-abc", id: "id", namespace: "capi", region: "fsn1", channel: "stable" } as const;
const SPEC: ClusterSpec = { provider: "hetzner", region: "fsn1", tier: "dedicated" };

type Container = Readonly<{ name: string; image: string; args: string[]; env?: Readonly<Record<string, unknown>>[] }>;
type Pod = Readonly<{ automountServiceAccountToken: boolean; containers: Container[] }>;

function podOf(input: typeof INPUT): Pod {
  const { template } = renderCloudControllers({ ...input, ownerUid: "uid" })["spec"] as { template: { spec: Pod } };
  return template.spec;
}

describe("What speaks to Hetzner for a cluster", () => {
  const pod = podOf(INPUT);

  it("is led to its cluster alone, and has the rights of none on the management cluster", () => {
    expect(pod.automountServiceAccountToken).to.equal(false);
    const driver = pod.containers.find(({ name }) => name === "csi-driver");
    for (const one of pod.containers.filter((container) => container !== driver))
      expect(one.args, one.name).to.include("--kubeconfig=/run/kubeconfig/value");
    expect(driver?.args).to.deep.equal(["-controller"]);
  });

  it("gets the token by its Secret, in the two containers that speak to Hetzner", () => {
    const variables = (one: Container): unknown[] => (one.env ?? []).filter(({ name }) => name === "HCLOUD_TOKEN");
    const having = pod.containers.filter((one) => variables(one).length > 0);
    expect(having.map(({ name }) => name)).to.deep.equal(["cloud-controller-manager", "csi-driver"]);
    for (const one of having)
      expect(variables(one)).to.deep.equal([
        {
          name: "HCLOUD_TOKEN",
          valueFrom: { secretKeyRef: { name: hetznerSecretName(INPUT.handle), key: "token" } },
        },
      ]);
  });

  it("has the driver of volumes in the version whose other half the bundle brings", () => {
    for (const channel of ["stable", "latest"] as const) {
      const half = BUNDLE_COMPONENTS.find(({ component }) => component === "hcloud-csi");
      expect(cloudImages(channel).csiDriver.split(":").at(-1)).to.equal(`v${half?.versions[channel]}`);
    }
  });

  it("is told from what it was made of before", () => {
    const print = cloudControllersPrint(INPUT);
    expect(cloudControllersPrint({ ...INPUT, region: "nbg1" })).not.to.equal(print);
    expect(cloudControllersPrint({ ...INPUT, handle: "shop-abd" })).not.to.equal(print);
    expect(cloudControllersPrint({ ...INPUT })).to.equal(print);
  });
});

describe("What makes Hetzner's servers into nodes", () => {
  const componentsOf = (more: Partial<ClusterSpec>): string[] =>
    wantedComponents({ ...SPEC, ...more }).map(({ definition }) => definition.component);
  const others = componentsOf({});

  it("is of the bundle where the cluster leaves it to that, beside all else that it has", () => {
    for (const more of [{}, { role: "host" }, { routing: "gateway" }, { routing: "both" }] as const) {
      const left = componentsOf({ ...more, cloudComponents: "bundle" });
      expect(left.filter((one) => !componentsOf(more).includes(one))).to.deep.equal(["cilium", "hcloud-csi"]);
      expect(componentsOf({ ...more, cloudComponents: "own" })).to.deep.equal(componentsOf(more));
    }
    expect(others).not.to.include("cilium");
  });

  it("has a folder of its own for each way of requests", () => {
    expect(bundleProfile({ ...SPEC, cloudComponents: "bundle" })).to.equal("standard-hetzner");
    expect(bundleProfile({ ...SPEC, routing: "both", cloudComponents: "bundle" })).to.equal("standard-both-hetzner");
    expect(bundleProfile({ ...SPEC, role: "host", cloudComponents: "bundle" })).to.equal("host-hetzner");
  });
});
