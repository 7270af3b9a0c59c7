import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../../adapters/kubernetes/secret-store.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { change, create, gone, rests, settle } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";
import { idOf } from "./promotion-story.ts";

const ORG = ORGANIZATION.replace(/^org-/, "");
const MINUTE_MS = 60_000;

/** Names a time from now as the world's clock has it. */
export function inMinutes(world: World, minutes: number): string {
  return new Date(world.clock.nowMs() + minutes * MINUTE_MS).toISOString();
}

/** Makes a deployment with a secret of its own, and what its preview is made of. */
export async function withSource(world: World): Promise<Readonly<{ sourceId: string; spec: object }>> {
  const store = secretsOf(world);
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "dedicated" });
  await rests(world, CLUSTERS, "one", "running");
  await create(world, DEPLOYMENTS, "a", { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29" });
  await rests(world, DEPLOYMENTS, "a", "running");
  const sourceId = await idOf(world, "a");
  const secret = { value: new SecretText("one"), requestId: "r" };
  await store.create({ organization: ORG, deploymentId: sourceId }, "token", secret);
  const environmentVariables = [{ name: "TOKEN", secretRef: "token" }];
  return { sourceId, spec: { cluster: "one", appType: "web_app", dockerImage: "nginx:1.30", environmentVariables } };
}

function secretsOf(world: World): KubernetesSecretStore {
  return new KubernetesSecretStore(world.management, { fieldManager: "test", now: () => new Date(0) });
}

/** Runs with its source's secret, is extended, and goes at the end of its time with all that it had. */
export async function previewStory(world: World): Promise<void> {
  const { sourceId, spec } = await withSource(world);
  await settle(world);
  world.setUpEffects = world.effects.length;
  const preview = { sourceId, expiresAt: inMinutes(world, 60) };
  await create(world, DEPLOYMENTS, "b", { ...spec, preview });
  await rests(world, DEPLOYMENTS, "b", "running");
  const id = await idOf(world, "b");
  const later = { sourceId, expiresAt: inMinutes(world, 120) };
  await change(world, DEPLOYMENTS, "b", { preview: later });
  await rests(world, DEPLOYMENTS, "b", "running");
  const own = { organization: ORG, deploymentId: id };
  expect((await secretsOf(world).list(own, "own")).map(({ name }) => name)).to.deep.equal(["token"]);
  await world.clock.advance(Date.parse(preview.expiresAt) - world.clock.nowMs() + MINUTE_MS);
  await rests(world, DEPLOYMENTS, "b", "running");
  await world.clock.advance(Date.parse(later.expiresAt) - world.clock.nowMs());
  await gone(world, DEPLOYMENTS, "b");
  await settle(world);
  expect(await secretsOf(world).list(own, "own")).to.deep.equal([]);
  await rests(world, DEPLOYMENTS, "a", "running");
}
