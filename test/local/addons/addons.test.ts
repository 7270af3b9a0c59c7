import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { addonImages } from "../../../local/addons/addon-images.ts";
import { ADDON_PROGRAMS, ADDON_VERSIONS } from "../../../local/addons/programs.ts";
import { readAddons } from "../../../local/addons/start-addons.ts";
import type { Manifest } from "../../../local/cluster/kube-access.ts";
import { BUSYBOX_IMAGE } from "../../../local/images/tour-images.ts";
import { deriveClusterNetwork } from "../../../local/nodes/network-plan.ts";

type PodSpec = { containers: { image: string; securityContext: Record<string, unknown> }[]; hostNetwork?: boolean };

describe("What a cluster with real nodes runs for everybody", () => {
  const network = deriveClusterNetwork(7);
  let addons: readonly Manifest[];

  before(async () => {
    addons = await readAddons(network);
  });

  it("is made of images that are made here, so that it runs where no registry is within reach", () => {
    const asked = pods().flatMap(({ containers }) => containers.map(({ image }) => image));
    expect(asked.sort()).to.deep.equal([...addonImages()].sort());
    expect(config("local-path-config")["helperPod.yaml"]).to.contain(`image: "${BUSYBOX_IMAGE}"`);
  });

  it("has the versions that its Go module pins", async () => {
    const module = await readFile(join(ADDON_PROGRAMS.moduleDir, "go.mod"), "utf8");
    for (const [name, version] of Object.entries(ADDON_VERSIONS)) {
      expect(module).to.match(new RegExp(`^\\t${name.replaceAll(".", "\\.")} ${version}(?: |$)`, "m"));
      expect(addonImages().some((image) => image.endsWith(`${name.split("/").at(-1)}:${version}`))).to.equal(true);
    }
  });

  it("answers names at the address that kubelets tell pods, and passes on those of the outside", () => {
    const service = addons.find(({ kind, metadata }) => kind === "Service" && metadata.name === "kube-dns");
    expect(service).to.have.nested.property("spec.clusterIP", network.dns);
    expect(config("coredns")["Corefile"]).to.contain(`forward . ${network.hostAddress}:5353`);
    expect(config("coredns")["Corefile"]).not.to.contain("OUTSIDE");
  });

  it("is no root and writes nothing but where it is meant to, except what stands at the node's own packets", () => {
    const ordinary = pods().filter(({ hostNetwork }) => hostNetwork !== true);
    expect(ordinary).to.have.length(3);
    for (const { containers } of ordinary)
      for (const { securityContext } of containers)
        expect(securityContext).to.deep.include({
          runAsNonRoot: true,
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          seccompProfile: { type: "RuntimeDefault" },
        });
  });

  it("has one default class of volumes", () => {
    const classes = addons.filter(({ kind }) => kind === "StorageClass");
    expect(classes.map(({ metadata }) => metadata)).to.deep.equal([
      {
        name: "local-path",
        annotations: { "storageclass.kubernetes.io/is-default-class": "true", defaultVolumeType: "local" },
      },
    ]);
  });

  function pods(): PodSpec[] {
    return addons
      .filter(({ kind }) => kind === "Deployment" || kind === "DaemonSet")
      .map(({ spec }) => (spec as { template: { spec: PodSpec } }).template.spec);
  }

  function config(name: string): Record<string, string> {
    const found = addons.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name);
    return found?.["data"] as Record<string, string>;
  }
});
