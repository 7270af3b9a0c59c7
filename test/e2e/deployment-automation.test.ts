import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, IMAGE_UPDATERS } from "../../adapters/kubernetes/resource-types.ts";
import { createBerthClient, type BerthClient } from "../support/berth-client.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { DeploymentScene, TENANT_KINDS, handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { eventually } from "../support/eventually.ts";
import { pick } from "../support/helm.ts";
import { installVelero } from "../support/install-velero.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

const IMAGE = "spec.template.spec.containers.0.image";

describe("Image automation and backups of a deployment", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let scene: DeploymentScene;
  let repository: DeliveryRepository;
  let clusterId: string;
  let shop: DeploymentBody;
  let handle: string;
  let imageFile: string;

  before(async () => {
    platform = await startPlatform();
    repository = new DeliveryRepository(platform.stack);
    ({ berth, id: clusterId } = await standingCluster(platform.url, "quay"));
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    await installVelero(tenant);
    scene = new DeploymentScene(berth, tenant, clusterId);
    shop = await scene.create({
      name: "shop",
      app_type: "web_app",
      docker_image: "nginx:1.27",
      image_update_strategy: "semver",
      image_update_constraint: "1.x",
      image_allow_tags: "regexp:^1\\.",
      image_ignore_tags: "*-rc*, latest",
    });
    handle = handleOf(shop);
    imageFile = shop.git_path.replace("values.yaml", "image.yaml");
  });
  after(async () => {
    (repository as DeliveryRepository | undefined)?.remove();
    await (tenant as KubeClient | undefined)?.close();
  });

  const updater = (): Promise<KubeObject | undefined> =>
    platform.management.get(IMAGE_UPDATERS, { namespace: "argocd", name: handle });
  const runs = (image: string): Promise<void> =>
    eventually(
      async () => void expect(pick(await scene.live(shop, "Deployment"), IMAGE)).to.equal(image),
      300_000,
      200,
    );
  /** Does what Argo CD Image Updater does when it found a newer image. */
  const find = (image: string): string => repository.pushFile(imageFile, `image:\n  reference: ${image}\n`);

  it("tells Argo CD Image Updater what to follow, by a resource that its own definition takes", async () => {
    const found = await eventually(async () => (await updater()) ?? Promise.reject(new Error("no ImageUpdater")));
    const [application] = pick(found, "spec.applicationRefs") as Record<string, unknown>[];
    expect(application).to.deep.include({ namePattern: handle });
    expect(pick(application, "images.0")).to.deep.equal({
      alias: "app",
      imageName: "nginx:1.x",
      commonUpdateSettings: {
        updateStrategy: "semver",
        forceUpdate: false,
        allowTags: "regexp:^1\\.",
        ignoreTags: ["*-rc*", "latest"],
      },
      manifestTargets: { helm: { spec: "image.reference" } },
    });
    expect(pick(found, "spec.writeBackConfig.gitConfig.writeBackTarget")).to.equal(`helmvalues:/${imageFile}`);
    const owner = await platform.management.get(APPLICATIONS, { namespace: "argocd", name: handle });
    expect(pick(found, "metadata.ownerReferences.0.uid")).to.equal(owner?.metadata.uid);
    await scene.untilCondition(shop, "ImageUpdates", "NotChecked");
    const status = { lastCheckedAt: new Date().toISOString(), applicationsMatched: 1, imagesManaged: 1 };
    const ref = { namespace: "argocd", name: handle };
    const options = { fieldManager: "image-updater", subresource: "status", strict: true };
    await platform.management.patch(IMAGE_UPDATERS, ref, { kind: "merge", body: { status } }, options);
    await scene.untilCondition(shop, "ImageUpdates", "Watching");
  });

  it("runs what image automation found, and shows both what was asked for and what runs", async () => {
    find("nginx:1.27.5");
    await runs("nginx:1.27.5");
    await eventually(async () => {
      const body = await scene.read(shop);
      expect(body).to.include({ docker_image: "nginx:1.27", docker_image_running: "nginx:1.27.5", status: "running" });
    });
    await scene.change(shop, { memory_request_mb: 32 });
    expect(repository.read(imageFile), "another change leaves it").to.contain("nginx:1.27.5");
    await runs("nginx:1.27.5");
  });

  it("forgets what was found in the very commit that changes docker_image", async () => {
    await scene.change(shop, { docker_image: "nginx:1.28" });
    await runs("nginx:1.28");
    expect(repository.paths(imageFile)).to.deep.equal([]);
    expect(repository.commits(imageFile)[0]).to.equal(repository.commits(shop.git_path)[0]);
  });

  it("holds newer images since a rollback, until what chooses them changes", async () => {
    find("nginx:1.28.3");
    await runs("nginx:1.28.3");
    const path = `/deployments/${shop.id}/rollback?wait=300`;
    const rolled = await berth.call<DeploymentBody>("POST", path, { revision: 1 });
    expect(rolled.body, JSON.stringify(rolled.body)).to.include({ status: "running", image_updates_held: true });
    await runs("nginx:1.27");
    expect(repository.paths(imageFile)).to.deep.equal([]);
    await scene.untilCondition(shop, "ImageUpdates", "Held");
    await eventually(async () => expect(await updater()).to.equal(undefined));
    find("nginx:1.27.9");
    await scene.change(shop, { image_update_constraint: "1.27.x" });
    await eventually(async () =>
      expect(pick(await updater(), "spec.applicationRefs.0.images.0.imageName")).to.equal("nginx:1.27.x"),
    );
    await eventually(() => expect(repository.paths(imageFile), "found while it was held").to.deep.equal([]));
    await runs("nginx:1.27");
  });

  it("is told nothing more without a strategy", async () => {
    const body = await scene.change(shop, { image_update_strategy: "none" });
    expect(body.conditions.map(({ type }) => type)).not.to.include("ImageUpdates");
    await eventually(async () => expect(await updater()).to.equal(undefined));
    const refused = await berth.call("PATCH", `/deployments/${shop.id}`, { image_allow_tags: "^1" });
    expect(refused.status, JSON.stringify(refused.body)).to.equal(422);
  });

  it("backs its namespace up on schedule, without databases, and no longer once that is turned off", async () => {
    await scene.change(shop, { backups: { enabled: true, schedule: "weekly", retention_days: 30 } });
    const schedule = await scene.live(shop, "Schedule", handle, "velero");
    expect(pick(schedule, "spec.schedule")).to.match(/^\d+ \d+ \* \* [0-6]$/);
    expect(pick(schedule, "spec.template")).to.deep.include({
      includedNamespaces: [handle],
      ttl: "720h0m0s",
      defaultVolumesToFsBackup: true,
      excludedResources: ["clusters.postgresql.cnpg.io", "mysqlclusters.moco.cybozu.com"],
    });
    await scene.change(shop, { backups: { enabled: true, schedule: "hourly" } });
    const changed = await scene.live(shop, "Schedule", handle, "velero");
    expect(pick(changed, "spec.schedule")).to.match(/^\d+ \* \* \* \*$/);
    expect(pick(changed, "spec.template.ttl")).to.equal("168h0m0s");
    await scene.change(shop, { backups: { enabled: false } });
    await eventually(async () => {
      expect((await tenant.list(TENANT_KINDS.Schedule, { namespace: "velero" })).items).to.deep.equal([]);
    });
  });

  it("is refused backups without the feature", async () => {
    const { url, admin } = platform.stack.connection;
    const login = await createBerthClient(url).call("POST", "/auth/login", admin);
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const { body: me } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    const path = `/admin/organizations/${me.organizations[0]?.slug ?? ""}`;
    const allow = async (backups: boolean): Promise<void> => {
      const client = createBerthClient(url, { cookie, origin: url });
      const set = await client.call("PATCH", path, { feature_flags: { backups } });
      expect(set.status, JSON.stringify(set.body)).to.equal(200);
    };
    await allow(false);
    const refused = await berth.call("PATCH", `/deployments/${shop.id}`, { backups: { enabled: true } });
    await allow(true);
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "backups_unavailable"]);
  });
});
