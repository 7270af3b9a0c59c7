import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { loadLocalConfig } from "../../../local/config.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { CHANNELS_FOLDER, renderChannelFiles } from "../../../render/bundle/channel-files.ts";
import { startDnsServer } from "../dns-server.ts";
import { startRealCluster, type RealCluster } from "../real-cluster.ts";
import { applyComponent } from "./apply-component.ts";
import { installEnvoyGateway, type Component } from "./envoy-gateway.ts";
import { makeEnvoyGatewayImages } from "./gateway-images.ts";
import { startWhole } from "../start-whole.ts";

/** A real cluster with what the bundle brings to run Gateways, and nobody who uses it. */
export type BareGateway = Readonly<{ cluster: RealCluster; stop: () => Promise<void> }>;

const SETTINGS = { repoUrl: "https://git.test/platform.git", branch: "main", appsDomain: "apps.test" };
/** Each Envoy asks for 512 MiB and a tenth of a processor, and a Gateway has two. */
const SIZE = { cpu: 16, memoryMb: 32_768 };
const FOLDER = `${CHANNELS_FOLDER}/latest/standard-gateway`;

/** Starts a cluster, and installs Envoy Gateway and its class by the values that the bundle has for them. */
export function startBareGateway(): Promise<BareGateway> {
  return startWhole(async (stops) => {
    const dir = await mkdtemp(join(tmpdir(), "berth-gateway-"));
    stops.push(() => rm(dir, { recursive: true, force: true }));
    await makeEnvoyGatewayImages(new ImageStore(join(loadLocalConfig().cacheDir, "images")));
    const dns = await startDnsServer();
    stops.push(() => dns.close());
    const cluster = await startRealCluster({ nodes: 1, resolvers: dns.address, size: SIZE });
    stops.push(() => cluster.stop());
    await installEnvoyGateway(componentOf("envoy-gateway"), { kubeconfig: cluster.kubeconfig, dir });
    await applyComponent(componentOf("gateway"), { cluster, dir });
    return { cluster };
  });
}

function componentOf(name: string): Component {
  const file = renderChannelFiles(SETTINGS).find(({ path }) => path === `${FOLDER}/${name}.yaml`);
  return parse(file?.content ?? expect.fail(`the bundle has no ${name}`)) as Component;
}
