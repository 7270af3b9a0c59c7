import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect } from "chai";
import { pack } from "tar-stream";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { PODS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { architectureOf } from "../../local/images/describe-image.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { signInCrane } from "../support/registry/crane.ts";
import { readBusyboxLayer } from "../support/registry/busybox-layer.ts";
import { OciClient, type RegistryLogin } from "../support/registry/oci-client.ts";
import { insist, untilGone, untilRunning } from "../support/story.ts";

type Owner = Readonly<{ berth: BerthClient; project: string }>;
type Deployment = Readonly<{ id: string; namespace: string; error_message: string | null; status: string }>;
type Waiting = Readonly<{ reason: string; message?: string }>;
type Pod = KubeObject &
  Readonly<{
    status: {
      containerStatuses?: readonly {
        ready: boolean;
        imageID: string;
        state: { waiting?: Waiting; terminated?: Waiting };
      }[];
    };
  }>;

const PATIENCE_MS = 5 * 60_000;
/** It does what most images do, and nothing: stays, as nobody in particular. */
const STAYS = { Cmd: ["sleep", "100000"], User: "65534:65534" };

describe("nodes that pull from the platform's registry", function () {
  this.timeout(20 * 60_000);
  let platform: Platform;
  let tenant: KubeClient;
  let oci: OciClient;
  let acme: Owner;
  let clusterId: string;
  let layer: Buffer;
  let push: RegistryLogin;
  let shop: Deployment;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    platform = await startPlatform("real");
    const { address, ca_file } = platform.stack.connection.registry;
    oci = new OciClient(address, await readFile(ca_file, "utf8"));
    layer = await readBusyboxLayer();
    acme = await registerOwner();
    clusterId = await createCluster(acme.berth);
    tenant = await tenantClient(acme.berth, clusterId, platform.homeDir);
  });

  after(async () => {
    if (platform === undefined) return;
    await (tenant as KubeClient | undefined)?.close();
    await oci.close();
    if (clusterId === undefined) return;
    await acme.berth.call("DELETE", `/clusters/${clusterId}?cascade=true`);
    // With the cluster goes what its nodes have outside of their folders.
    await eventually(async () => {
      expect((await acme.berth.call("GET", `/clusters/${clusterId}`)).status).to.equal(404);
    }, PATIENCE_MS);
  });

  async function registerOwner(): Promise<Owner> {
    const berth = await registerAccount(platform.url);
    const me = await insist<{ organizations: { slug: string }[] }>(berth, "GET", "/auth/me");
    return { berth, project: `org-${me.organizations[0]?.slug ?? ""}` };
  }

  async function createCluster(berth: BerthClient): Promise<string> {
    const wanted = { name: "reality", provider: "local", region: "local-1", tier: "shared" };
    const { id } = await insist<{ id: string }>(berth, "POST", "/clusters", wanted);
    await eventually(async () => {
      const { status, error_message } = await insist<Deployment>(berth, "GET", `/clusters/${id}`);
      expect(status, error_message ?? "").to.equal("running");
    }, PATIENCE_MS);
    return id;
  }

  /** Makes credentials, which are shown this once. */
  const regenerate = ({ berth }: Owner): Promise<RegistryLogin> =>
    insist<RegistryLogin>(berth, "POST", "/registry/credentials/regenerate");

  const imageOf = ({ project }: Owner, name: string): string =>
    `${platform.stack.connection.registry.address}/${project}/${name}`;

  async function pushed({ project }: Owner, name: string, login: RegistryLogin): Promise<string> {
    const { status, headers, text } = await oci.push(`${project}/${name}`, login, layer, {
      ...STAYS,
      Labels: { name },
    });
    expect(status, text).to.equal(201);
    return headers.get("docker-content-digest") ?? "";
  }

  /** As a pipeline does it, with layers that are packed. */
  async function pushByCrane(image: string): Promise<string> {
    const { address, ca_file } = platform.stack.connection.registry;
    const dir = join(platform.homeDir, "crane");
    const crane = await signInCrane({ dir, host: address, caFile: ca_file, login: push });
    await writeFile(join(dir, "layer.tar"), layer);
    await crane("append", "--oci-empty-base", "-f", join(dir, "layer.tar"), "-t", image);
    const flags = ["--set-platform", `linux/${architectureOf()}`, "--cmd", STAYS.Cmd.join(","), "--user", STAYS.User];
    await crane("mutate", image, ...flags, "-t", image);
    return crane("digest", image);
  }

  const deploy = (name: string, image: string): Promise<Deployment> =>
    insist<Deployment>(acme.berth, "POST", "/deployments", {
      name,
      cluster_id: clusterId,
      app_type: "container",
      docker_image: image,
      cpu_request: 0.01,
      memory_request_mb: 16,
    });

  async function listPods({ id }: Deployment): Promise<readonly Pod[]> {
    const { items } = await tenant.list<Pod>(PODS);
    return items.filter(
      ({ metadata }) => metadata.deletionTimestamp === undefined && metadata.labels?.["hosting.berth.dev/id"] === id,
    );
  }

  /** Waits until nothing but this image runs for a deployment. */
  const untilRuns = (deployment: Deployment, digest: string): Promise<void> =>
    eventually(async () => {
      const containers = (await listPods(deployment)).flatMap(({ status }) => status.containerStatuses ?? []);
      const seen = containers.map(({ ready, imageID }) => `${ready ? "ready" : "not ready"} ${imageID}`);
      expect(seen).to.deep.equal([`ready ${imageOf(acme, "shop")}@${digest}`]);
    }, PATIENCE_MS);

  /** What the nodes of the cluster pull a deployment's image with. */
  async function pullLogin({ id }: Deployment): Promise<RegistryLogin> {
    const { items } = await tenant.list(SECRETS);
    const secret = items.find(
      ({ metadata, ...rest }) =>
        metadata.name.endsWith("-registry") && metadata.labels?.["hosting.berth.dev/id"] === id && "data" in rest,
    );
    const text = (secret?.["data"] as Record<string, string> | undefined)?.[".dockerconfigjson"] ?? "";
    const { auths } = JSON.parse(Buffer.from(text, "base64").toString()) as { auths: Record<string, RegistryLogin> };
    return auths[platform.stack.connection.registry.address] ?? { username: "", password: "" };
  }

  const signIn = async (login: RegistryLogin): Promise<number> => (await oci.askToken(login, [])).status;

  it("runs what was pushed with the organization's credentials, and has others on the cluster that only pull", async () => {
    push = await regenerate(acme);
    const digest = await pushByCrane(imageOf(acme, "shop:1"));
    shop = await deploy("shop", imageOf(acme, "shop:1"));
    await untilRunning(acme.berth, shop.id, PATIENCE_MS);
    await untilRuns(shop, digest);
    const pull = await pullLogin(shop);
    expect(pull.username).to.not.equal(push.username);
    expect((await oci.pull(`${acme.project}/shop:1`, pull)).status).to.equal(200);
    expect((await oci.push(`${acme.project}/shop:1`, pull)).status).to.equal(401);
  });

  it("gives it no image of another organization's, though both are in one registry", async () => {
    const other = await registerOwner();
    await pushed(other, "private:1", await regenerate(other));
    const thief = await deploy("thief", imageOf(other, "private:1"));
    await eventually(async () => {
      const [container] = (await listPods(thief)).flatMap(({ status }) => status.containerStatuses ?? []);
      const { reason, message = "" } = container?.state.waiting ?? { reason: "none" };
      expect(`${reason} ${message}`).to.match(/^(?:ErrImagePull|ImagePullBackOff) .*private:1.*(?:401|authoriz)/s);
    }, PATIENCE_MS);
    expect((await insist<Deployment>(acme.berth, "GET", `/deployments/${thief.id}`)).status).to.not.equal("running");
    await acme.berth.call("DELETE", `/deployments/${thief.id}`);
    await untilGone(acme.berth, thief.id, PATIENCE_MS);
  });

  it("unpacks no layer beyond its image, whatever its members are called", async () => {
    const escaped = join(platform.homeDir, "escaped");
    const { status, text } = await oci.push(`${acme.project}/evil:1`, push, await packEscaping(escaped), STAYS);
    expect(status, text).to.equal(201);
    const evil = await deploy("evil", imageOf(acme, "evil:1"));
    await eventually(async () => {
      const [container] = (await listPods(evil)).flatMap((pod) => pod.status.containerStatuses ?? []);
      const { waiting, terminated } = container?.state ?? {};
      expect(`${waiting?.reason ?? ""} ${terminated?.reason ?? ""}`).to.match(/Error|BackOff/);
    }, PATIENCE_MS);
    expect(await stat(escaped).catch(() => "nothing")).to.equal("nothing");
    await acme.berth.call("DELETE", `/deployments/${evil.id}`);
    await untilGone(acme.berth, evil.id, PATIENCE_MS);
  });

  it("pulls on after the credentials were replaced, when the old ones are worth nothing", async () => {
    const [before, pulledWith] = [push, await pullLogin(shop)];
    push = await regenerate(acme);
    expect([await signIn(before), await signIn(pulledWith), await signIn(push)]).to.deep.equal([401, 401, 200]);
    const digest = await pushed(acme, "shop:2", push);
    await insist(acme.berth, "PATCH", `/deployments/${shop.id}`, { docker_image: imageOf(acme, "shop:2") });
    await untilRuns(shop, digest);
    await untilRunning(acme.berth, shop.id, PATIENCE_MS);
    expect((await pullLogin(shop)).username).to.not.equal(pulledWith.username);
  });
});

/** A layer that would write a file of the machine: up and out of its root, and through a link. */
async function packEscaping(file: string): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: `${"../".repeat(30)}${file.slice(1)}`, type: "file" }, "out of the root");
  tar.entry({ name: "link", type: "symlink", linkname: dirname(file) });
  tar.entry({ name: `link/${basename(file)}`, type: "file" }, "through a link");
  tar.finalize();
  return buffer(tar as unknown as AsyncIterable<Buffer>);
}
