import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { IMAGE_UPDATERS, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { eventually } from "../support/eventually.ts";
import { createAppFetch, type Page } from "../support/fetch-app.ts";
import { updateImages } from "../support/image-updater-double.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { readBusyboxLayer } from "../support/registry/busybox-layer.ts";
import { OciClient, type RegistryLogin } from "../support/registry/oci-client.ts";
import { SteadyLoad } from "../support/steady-load.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { insist, untilRunning } from "../support/story.ts";

type Promoted = Readonly<{ new_deployment_id: string; plan?: Readonly<{ warnings: readonly string[] }> }>;
type Pod = KubeObject &
  Readonly<{ status: Readonly<{ containerStatuses?: readonly Readonly<{ imageID: string }>[] }> }>;

const PATIENCE_MS = 5 * 60_000;
const ID = "hosting.berth.dev/id";

/**
 * Staging and production with images of the platform's own registry. Argo CD Image Updater cannot be built from its module: its
 * part has a double, which goes by what Berth wrote for it, by what the real Argo CD reports and by the registry's tags.
 */
describe("Promotion and image automation on real nodes", function () {
  this.timeout(30 * 60_000);
  stopAtFailure(this);
  const tenants: KubeClient[] = [];
  const digests = new Map<string, string>();
  let platform: Platform;
  let berth: BerthClient;
  let repository: DeliveryRepository;
  let oci: OciClient;
  let login: RegistryLogin;
  let project: string;
  let places: readonly [string, string];
  let staging: DeploymentBody;
  let production: DeploymentBody;
  let fetchPage: (url: string) => Promise<Page>;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    platform = await startPlatform("real");
    repository = new DeliveryRepository(platform.stack);
    fetchPage = await createAppFetch(platform.stack.connection.apps);
    berth = await registerAccount(platform.url);
    const me = await insist<{ organizations: { slug: string }[] }>(berth, "GET", "/auth/me");
    project = `org-${me.organizations[0]?.slug ?? ""}`;
    const { address, ca_file } = platform.stack.connection.registry;
    oci = new OciClient(address, await readFile(ca_file, "utf8"));
    login = await insist<RegistryLogin>(berth, "POST", "/registry/credentials/regenerate");
    places = [await runningCluster(berth, "staging"), await runningCluster(berth, "production")];
    for (const id of places) tenants.push(await tenantClient(berth, id, platform.homeDir));
  });
  after(async () => {
    for (const tenant of tenants) await tenant.close();
    await (oci as OciClient | undefined)?.close();
    (repository as DeliveryRepository | undefined)?.remove();
  });

  const imageOf = (tag: string): string => `${platform.stack.connection.registry.address}/${project}/shop:${tag}`;

  /** Pushes an image whose page is its own tag. */
  async function push(tag: string): Promise<void> {
    const serve = `mkdir -p /tmp/www && echo "release ${tag}" > /tmp/www/index.html && exec httpd -f -p 8080 -h /tmp/www`;
    const config = { Cmd: ["sh", "-c", serve], User: "65534:65534" };
    const { status, headers, text } = await oci.push(`${project}/shop:${tag}`, login, await readBusyboxLayer(), config);
    expect(status, text).to.equal(201);
    digests.set(tag, headers.get("docker-content-digest") ?? "");
  }

  async function listTags(name: string): Promise<readonly string[]> {
    const path = name.slice(name.indexOf("/") + 1);
    const token = await oci.token(login, `repository:${path}:pull`);
    const { status, text } = await oci.send("GET", `/v2/${path}/tags/list`, { token });
    expect(status, text).to.equal(200);
    return (JSON.parse(text) as { tags: string[] }).tags;
  }

  const look = (): Promise<readonly string[]> =>
    updateImages({ management: platform.management, repository, listTags });
  const updater = (): Promise<KubeObject | undefined> =>
    platform.management.get(IMAGE_UPDATERS, { namespace: "argocd", name: handleOf(staging) });
  const read = ({ id }: DeploymentBody): Promise<DeploymentBody> => insist(berth, "GET", `/deployments/${id}`);
  const change = (of: DeploymentBody, members: object): Promise<unknown> =>
    insist(berth, "PATCH", `/deployments/${of.id}`, members);
  const pageOf = (of: DeploymentBody): Promise<Page> => fetchPage(of.endpoint_url ?? "");

  async function podsOf(of: DeploymentBody): Promise<readonly Pod[]> {
    const tenant = tenants[places.indexOf(String(of["cluster_id"]))];
    const { items } = (await tenant?.list<Pod>(PODS, { labelSelector: `${ID}=${of.id}` })) ?? { items: [] };
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** Waits until one image's pod is all there is, its page is what people get, and Berth says so. */
  const untilRuns = (of: DeploymentBody, tag: string): Promise<string | undefined> =>
    eventually(async () => {
      const shown = await read(of);
      expect(shown).to.include({ status: "running", docker_image_running: imageOf(tag) });
      const { status, text } = await pageOf(shown);
      expect([status, text.trim()]).to.deep.equal([200, `release ${tag}`]);
      const [pod, ...others] = await podsOf(of);
      const digest = pod?.status.containerStatuses?.[0]?.imageID.split("@")[1];
      expect([digest, others.length]).to.deep.equal([digests.get(tag), 0]);
      return pod?.metadata.uid;
    }, PATIENCE_MS);

  const untilUpdates = (reason: string): Promise<void> =>
    eventually(async () => {
      const { conditions } = await read(staging);
      expect(conditions.find(({ type }) => type === "ImageUpdates")?.reason).to.equal(reason);
    }, PATIENCE_MS);

  it("begin with an image of the registry in staging", async () => {
    await push("1.0.0");
    staging = await insist<DeploymentBody>(berth, "POST", "/deployments", {
      name: "shop",
      cluster_id: places[0],
      app_type: "web_app",
      docker_image: imageOf("1.0.0"),
      container_port: 8080,
      health_checks: { readiness: { type: "http", path: "/", period_seconds: 1 } },
      image_update_strategy: "semver",
      image_update_constraint: "1.x",
      image_ignore_tags: "*-rc*",
      cpu_request: 0.01,
      memory_request_mb: 16,
    });
    await untilRunning(berth, staging.id, PATIENCE_MS);
    staging = await read(staging);
    await untilRuns(staging, "1.0.0");
    await untilUpdates("NotChecked");
    expect(await look(), "there is none that is newer").to.deep.equal([]);
    await untilUpdates("Watching");
  });

  it("run the newest image of the range that is found, without a request that fails", async () => {
    for (const tag of ["1.1.0", "1.2.0-rc1", "2.0.0"]) await push(tag);
    const load = new SteadyLoad(() => pageOf(staging), 50);
    expect(await look()).to.deep.equal([imageOf("1.1.0")]);
    await untilRuns(staging, "1.1.0");
    await load.answers(20);
    expect(await load.end()).to.deep.equal([]);
    expect(await read(staging)).to.include({ docker_image: imageOf("1.0.0") });
    expect(await look(), "it is found once").to.deep.equal([]);
  });

  it("bring to production what ran in staging, and say where that is not what was asked for", async () => {
    const path = `/deployments/${staging.id}/promote`;
    const bare = { target_cluster_id: places[1] };
    const planned = await insist<Promoted>(berth, "POST", `${path}?dry_run=true`, bare);
    expect(planned.plan?.warnings.join()).to.contain(`not with ${imageOf("1.1.0")}`);
    const overrides = { docker_image: imageOf("1.1.0"), image_update_strategy: "none" };
    const made = await insist<Promoted>(berth, "POST", path, { ...bare, overrides });
    await untilRunning(berth, made.new_deployment_id, PATIENCE_MS);
    production = await insist<DeploymentBody>(berth, "GET", `/deployments/${made.new_deployment_id}`);
    await untilRuns(production, "1.1.0");
    expect(production["endpoint_url"]).to.not.equal(staging.endpoint_url);
  });

  it("hold newer images after a rollback: the same pod runs on, and production is left alone", async () => {
    const [served] = await podsOf(production);
    await push("1.1.1");
    await insist(berth, "POST", `/deployments/${staging.id}/rollback`, { revision: 1 });
    const held = await untilRuns(staging, "1.0.0");
    await untilUpdates("Held");
    await eventually(async () => expect(await updater()).to.equal(undefined));
    expect(await look(), "nothing is asked for").to.deep.equal([]);
    await change(staging, { memory_request_mb: 16 });
    expect(await untilRuns(staging, "1.0.0")).to.equal(held);
    expect((await podsOf(production)).map(({ metadata }) => metadata.uid)).to.deep.equal([served?.metadata.uid]);
    expect((await pageOf(production)).text.trim()).to.equal("release 1.1.0");
  });

  it("go on once what chooses images changes", async () => {
    await change(staging, { image_update_constraint: "1.1.x" });
    await untilUpdates("NotChecked");
    await eventually(async () => expect(await look()).to.deep.equal([imageOf("1.1.1")]), PATIENCE_MS);
    await eventually(async () => {
      expect((await pageOf(staging)).text.trim()).to.equal("release 1.1.1");
      expect(await read(staging)).to.include({ status: "running", docker_image_running: imageOf("1.1.1") });
    }, PATIENCE_MS);
    expect((await pageOf(production)).text.trim()).to.equal("release 1.1.0");
  });
});
