import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { idSuffix, PREVIEW_DATABASE_SECRET } from "../../contract/identity.ts";
import { SecretText } from "../../contract/secret-text.ts";
import {
  databaseOf,
  ORG,
  previewDatabaseStory,
  says,
  secretsOf,
  withDatabaseSource,
} from "./stories/preview-database-story.ts";
import { idOf } from "./stories/promotion-story.ts";
import { inMinutes } from "./stories/preview-story.ts";
import { assertSame, assertSameAfterCrashes, play } from "./world/play.ts";
import { create, gone, remove, rests, settle } from "./world/story.ts";
import { ORGANIZATION } from "./world/world.ts";
import { statusOf } from "./world/status-of.ts";

const UNKNOWN = "01970000-0000-7000-8000-00000000dead";

describe("Databases of previews in a simulated world", function () {
  this.timeout(1_800_000);

  it("come before their preview and go with it, whatever crashes: one copy, one URL, nothing left", async () => {
    const calm = await play(previewDatabaseStory);
    expect(calm.result).to.deep.equal({ files: [], databases: ["orders"] });
    expect(calm.world.effects.length - calm.world.setUpEffects).to.be.at.least(16);
    await assertSameAfterCrashes(previewDatabaseStory, calm, { sides: "either" });
  });

  it("do so with late observations, conflicts and pushes that fail", async () => {
    const calm = await play(previewDatabaseStory);
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05, latencyMs: 200 }])
      await assertSame(previewDatabaseStory, calm, { seed: 7, disturbance }, JSON.stringify(disturbance));
  });

  it("go when their preview is deleted before they serve, and when it went while nobody looked", async () => {
    await play(async (world) => {
      const { cnpg, sourceId, spec, database } = await withDatabaseSource(world);
      const preview = { sourceId, expiresAt: inMinutes(world, 60), database };
      await create(world, DEPLOYMENTS, "b", { ...spec, preview });
      await world.until(async () => {
        const name = await databaseOf(world, "b");
        const found = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name });
        expect(found, "its database is begun").to.not.equal(undefined);
      });
      expect((await statusOf(world, DEPLOYMENTS, "b"))["statusReason"]).to.equal("WaitingForDatabase");
      const early = await databaseOf(world, "b");
      await remove(world, DEPLOYMENTS, "b");
      await gone(world, DEPLOYMENTS, "b");
      await gone(world, DATABASE_INSTANCES, early);
      await create(world, DEPLOYMENTS, "c", { ...spec, preview });
      await rests(world, DEPLOYMENTS, "c", "running");
      const late = await databaseOf(world, "c");
      world.kill();
      const ref = { namespace: ORGANIZATION, name: "c" };
      await world.management.patch(DEPLOYMENTS, ref, { kind: "merge", body: { metadata: { finalizers: [] } } }, USER);
      await world.management.delete(DEPLOYMENTS, ref);
      await world.startOperator();
      await gone(world, DATABASE_INSTANCES, late);
      await rests(world, DATABASE_INSTANCES, "orders", "running");
      await settle(world);
      cnpg.stop();
    });
  });

  it("are reached by the URL of the one that is there, when one was made anew before the preview was delivered", async () => {
    await play(async (world) => {
      const { cnpg, sourceId, spec, database } = await withDatabaseSource(world);
      const preview = { sourceId, expiresAt: inMinutes(world, 60), database };
      const { environmentVariables } = spec as { environmentVariables: object[] };
      const late = [...environmentVariables, { name: "LATE", secretRef: "late" }];
      await create(world, DEPLOYMENTS, "b", { ...spec, environmentVariables: late, preview });
      await says(world, "b", "SecretMissing");
      const name = await databaseOf(world, "b");
      const first = await statusOf(world, DATABASE_INSTANCES, name);
      await remove(world, DATABASE_INSTANCES, name);
      await world.until(async () => {
        const { handle = first.handle, phase } = await statusOf(world, DATABASE_INSTANCES, name);
        expect([handle === first.handle, phase]).to.deep.equal([false, "running"]);
      });
      const own = { organization: ORG, deploymentId: await idOf(world, "b") };
      await secretsOf(world).create(own, "late", { value: new SecretText("late"), requestId: "r" });
      await rests(world, DEPLOYMENTS, "b", "running");
      const { handle = "none" } = await statusOf(world, DATABASE_INSTANCES, name);
      const url = await secretsOf(world).read(own, PREVIEW_DATABASE_SECRET);
      expect(url?.reveal()).to.contain(`@postgres-rw.${handle}.svc`);
      cnpg.stop();
    });
  });

  it("say why they do not come, and nothing of their preview is delivered meanwhile", async () => {
    await play(async (world) => {
      const { cnpg, sourceId, spec, database } = await withDatabaseSource(world);
      const restore = { sourceId: UNKNOWN, backupId: UNKNOWN };
      const expiresAt = inMinutes(world, 30);
      await create(world, DEPLOYMENTS, "b", {
        ...spec,
        preview: { sourceId, expiresAt, database: { ...database, restore } },
      });
      await says(world, "b", "WaitingForDatabase: Its own database does not come: There is no database with that id");
      const name = await databaseOf(world, "b");
      const handle = name.replace("preview", "b");
      expect(world.repository.list("clusters/").filter((path) => path.includes(handle))).to.deep.equal([]);
      await world.clock.advance(31 * 60_000);
      for (const [type, one] of [
        [DEPLOYMENTS, "b"],
        [DATABASE_INSTANCES, name],
      ] as const)
        await gone(world, type, one);
      cnpg.stop();
    });
  });

  it("wait while the organization has as many as it may have, say so, and come when one goes", async () => {
    await play(async (world) => {
      const { cnpg, sourceId, spec, database } = await withDatabaseSource(world);
      const { management } = world;
      let isFull = true;
      const create_ = management.create.bind(management);
      management.create = async <T extends KubeObject>(...[type, ...rest]: Parameters<KubeClient["create"]>) => {
        if (type === DATABASE_INSTANCES && isFull) throw new KubeError("POST", { ...FORBIDDEN, body: FULL });
        return create_<T>(type, ...rest);
      };
      await create(world, DEPLOYMENTS, "b", {
        ...spec,
        preview: { sourceId, expiresAt: inMinutes(world, 60), database },
      });
      await says(world, "b", "WaitingForDatabase: Its own database waits: the organization has as many databases");
      world.kill();
      await world.startOperator();
      await says(world, "b", "raise quotas.databases.");
      isFull = false;
      await rests(world, DEPLOYMENTS, "b", "running");
      await settle(world);
      cnpg.stop();
    });
  });

  it("are never somebody else's that has their name, which stays as it is", async () => {
    await play(async (world) => {
      const { cnpg, sourceId, spec, database } = await withDatabaseSource(world);
      const name = `preview-${idSuffix(UNKNOWN)}`;
      await create(world, DATABASE_INSTANCES, name, { cluster: "one", engine: "postgresql" });
      await rests(world, DATABASE_INSTANCES, name, "running");
      const labels = { "hosting.berth.dev/id": UNKNOWN };
      const preview = { sourceId, expiresAt: inMinutes(world, 30), database };
      const metadata = { name: "b", namespace: ORGANIZATION, labels };
      await world.management.create(DEPLOYMENTS, { metadata, spec: { ...spec, preview } }, USER);
      await says(world, "b", `A database that is not its own has the name ${name}`);
      await world.clock.advance(31 * 60_000);
      await gone(world, DEPLOYMENTS, "b");
      await settle(world);
      await rests(world, DATABASE_INSTANCES, name, "running");
      cnpg.stop();
    });
  });
});

const USER = { fieldManager: "kubectl" } as const;
const FORBIDDEN = { status: 403, reason: "Forbidden" } as const;
/** As a kube-apiserver 1.36 said it. */
const FULL = {
  message:
    'databaseinstances.hosting.berth.dev "preview-x" is forbidden: exceeded quota: berth-limits, requested: count/databaseinstances.hosting.berth.dev=1, used: count/databaseinstances.hosting.berth.dev=5, limited: count/databaseinstances.hosting.berth.dev=5',
} as const;
