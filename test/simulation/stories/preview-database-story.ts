import { expect } from "chai";
import { DATABASE_BACKUPS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../../adapters/kubernetes/secret-store.ts";
import { idSuffix, LABELS, PREVIEW_DATABASE_SECRET } from "../../../contract/identity.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import type { CnpgDouble } from "../world/cnpg-double.ts";
import { create, gone, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";
import { startDatabase } from "./backup-story.ts";
import { inMinutes } from "./preview-story.ts";
import { idOf } from "./promotion-story.ts";
import { statusOf } from "../world/status-of.ts";

export const ORG = ORGANIZATION.replace(/^org-/, "");
const MINUTE_MS = 60_000;

/** A deployment that has a database, and what a preview of it with a copy of that is made of. */
type PreviewScene = Readonly<{ cnpg: CnpgDouble; sourceId: string; spec: object; database: object }>;

/** Opens the secrets of a world. */
export function secretsOf(world: World): KubernetesSecretStore {
  return new KubernetesSecretStore(world.management, { fieldManager: "test", now: () => new Date(0) });
}

/** Makes a database with a backup, and a deployment that has a secret of the very name that its previews get. */
export async function withDatabaseSource(world: World): Promise<PreviewScene> {
  const { cnpg, id } = await startDatabase(world);
  await create(world, DATABASE_BACKUPS, "good", { database: "orders" });
  await rests(world, DATABASE_BACKUPS, "good", "completed");
  const backup = await world.management.get(DATABASE_BACKUPS, { namespace: ORGANIZATION, name: "good" });
  await create(world, DEPLOYMENTS, "a", { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29" });
  await rests(world, DEPLOYMENTS, "a", "running");
  const sourceId = await idOf(world, "a");
  const secret = { value: new SecretText("postgresql://production"), requestId: "r" };
  await secretsOf(world).create({ organization: ORG, deploymentId: sourceId }, PREVIEW_DATABASE_SECRET, secret);
  const environmentVariables = [{ name: "DATABASE_URL", secretRef: PREVIEW_DATABASE_SECRET }];
  const restore = { sourceId: id, backupId: backup?.metadata.labels?.[LABELS.id] ?? "" };
  return {
    cnpg,
    sourceId,
    spec: { cluster: "one", appType: "web_app", dockerImage: "nginx:1.30", environmentVariables },
    database: { engine: "postgresql", variable: "DATABASE_URL", restore },
  };
}

/** Names the database of a preview. */
export async function databaseOf(world: World, preview: string): Promise<string> {
  return `preview-${idSuffix(await idOf(world, preview))}`;
}

/** Waits until a preview says why it does not come. */
export async function says(world: World, name: string, text: string): Promise<void> {
  await world.until(async () => {
    const { statusReason, errorMessage } = await statusOf(world, DEPLOYMENTS, name);
    expect(`${String(statusReason)}: ${String(errorMessage)}`).to.contain(text);
  });
}

/** A preview gets a copy of its own, runs with its URL and no other's, and at the end of its time nothing is left of either. */
export async function previewDatabaseStory(world: World): Promise<unknown> {
  const { cnpg, sourceId, spec, database } = await withDatabaseSource(world);
  await settle(world);
  world.setUpEffects = world.effects.length;
  const expiresAt = inMinutes(world, 60);
  await create(world, DEPLOYMENTS, "b", { ...spec, preview: { sourceId, expiresAt, database } });
  await rests(world, DEPLOYMENTS, "b", "running");
  const name = await databaseOf(world, "b");
  const made = await world.management.get(DATABASE_INSTANCES, { namespace: ORGANIZATION, name });
  const copy = await statusOf(world, DATABASE_INSTANCES, name);
  const id = await idOf(world, "b");
  const own = { organization: ORG, deploymentId: id };
  const url = (await secretsOf(world).read(own, PREVIEW_DATABASE_SECRET))?.reveal() ?? "";
  expect(url).to.match(
    new RegExp(`^postgresql://app:[A-Za-z0-9]{20,}@postgres-rw\\.${copy.handle ?? "none"}\\.svc:5432/`),
  );
  const { tier, backupEnabled, previewOf } = made?.["spec"] as Readonly<Record<string, unknown>>;
  expect([tier, backupEnabled, previewOf]).to.deep.equal(["single", false, id]);
  await world.clock.advance(Date.parse(expiresAt) - world.clock.nowMs() + MINUTE_MS);
  await gone(world, DEPLOYMENTS, "b");
  await gone(world, DATABASE_INSTANCES, name);
  await settle(world);
  expect(await secretsOf(world).list(own, "own")).to.deep.equal([]);
  const files = world.repository.list("clusters/").filter((path) => path.includes(idSuffix(id)));
  for (const [type, one] of [
    [DEPLOYMENTS, "a"],
    [DATABASE_INSTANCES, "orders"],
  ] as const)
    await rests(world, type, one, "running");
  cnpg.stop();
  const { items } = await world.management.list(DATABASE_INSTANCES, { namespace: ORGANIZATION });
  return { files, databases: items.map(({ metadata }) => metadata.name) };
}
