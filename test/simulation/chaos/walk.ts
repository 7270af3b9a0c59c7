/**
 * Walks through every property of every resource and back:
 *
 * 1. a scene has one object of each kind, at rest;
 * 2. the schema of the contract names the properties, and gives each a second valid value;
 * 3. what the rules refuse is noted; what they take is written, the world comes to rest, and Git holds it or the status
 *    says why not;
 * 4. the property returns, the world comes to rest, and everything is as it was. Where the rules allow no return, what
 *    follows begins from there.
 */
import { expect } from "chai";
import fc from "fast-check";
import { parse } from "yaml";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import {
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  UPGRADE_REQUESTS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { RESOURCES } from "../../../contract/resources/all.ts";
import type { ResourceDefinition } from "../../../contract/resources/definition.ts";
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { CnpgDouble } from "../world/cnpg-double.ts";
import { endState, type EndState } from "../world/end-state.ts";
import { create, rests } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";
import { specSchema } from "../../support/contract-cases.ts";
import { validValue, type JsonSchema } from "../../support/schema-arbitrary.ts";
import { difference } from "./rehearsal.ts";
import { INVALID, refusalOf, type Seen } from "./transitions.ts";

const QUIET_MS = 60_000;
const REST_LIMIT = 90;
const TRIES = 60;
const USER = { fieldManager: "kubectl" } as const;

type Json = Record<string, unknown>;
type Path = readonly string[];
type Live = KubeObject & Readonly<{ spec: Json; status?: Json }>;
type Scene = Readonly<{ type: ResourceType; name: string; resource: ResourceDefinition }>;

/** What became of a property on a walk. */
export type Step = Readonly<{
  kind: string;
  property: string;
  outcome: "returned" | "one way" | "refused";
  why?: string;
}>;

const SCENES: readonly Scene[] = [
  sceneOf(CLUSTERS, "one"),
  sceneOf(DEPLOYMENTS, "shop"),
  sceneOf(DATABASE_INSTANCES, "orders"),
  sceneOf(DATABASE_BACKUPS, "kept"),
  sceneOf(UPGRADE_REQUESTS, "next"),
];

function sceneOf(type: ResourceType, name: string): Scene {
  const resource = RESOURCES.find(({ kind }) => kind === type.kind);
  if (resource === undefined) throw new Error(`no definition of ${type.kind}`);
  return { type, name, resource };
}

/** Names the kinds that are walked through. */
export const WALKED: readonly string[] = SCENES.map(({ resource }) => resource.kind);

/** Walks through one kind; `seed` chooses the second values. */
export function walk(kind: string, seed: number): (world: World) => Promise<Step[]> {
  return async (world) => {
    const scene = SCENES.find(({ resource }) => resource.kind === kind) ?? expect.fail(`no scene of ${kind}`);
    const cnpg = new CnpgDouble(world);
    await build(world);
    const steps: Step[] = [];
    for (const path of propertiesOf(specSchema(scene.resource)))
      steps.push(await visit(world, scene, path, seed + steps.length));
    cnpg.stop();
    return steps;
  };
}

async function build(world: World): Promise<void> {
  const shape = { tier: "dedicated", serverType: "small", nodeCount: 2, kubernetesVersion: "1.35.4" };
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", ...shape });
  await create(world, DEPLOYMENTS, "shop", { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29" });
  await create(world, DATABASE_INSTANCES, "orders", { cluster: "one", engine: "postgresql", engineVersion: "17" });
  await rests(world, DEPLOYMENTS, "shop", "running");
  await rests(world, DATABASE_INSTANCES, "orders", "running");
  await create(world, DATABASE_BACKUPS, "kept", { database: "orders" });
  await create(world, UPGRADE_REQUESTS, "next", { cluster: "one", toVersion: "1.36.3" });
  await rests(world, DATABASE_BACKUPS, "kept", "completed");
  await quiet(world);
}

/** Lists the members, and the members of members; lists and maps are replaced whole. */
function propertiesOf({ properties = {} }: JsonSchema, above: Path = []): Path[] {
  return Object.entries(properties).flatMap(([name, member]) => [
    [...above, name],
    ...propertiesOf(member, [...above, name]),
  ]);
}

async function visit(world: World, scene: Scene, path: Path, seed: number): Promise<Step> {
  const step = { kind: scene.resource.kind, property: path.join(".") };
  const before = await read(world, scene);
  const choice = choose(scene, before, path, seed);
  if (typeof choice === "string") return { ...step, outcome: "refused", why: choice };
  const rested = plainState(world);
  await write(world, scene, path, choice);
  await quiet(world);
  await assertDeclared(world, scene, step.property);
  const now = await read(world, scene);
  const why = refusalOf(scene.resource, now, seen(before));
  if (why !== undefined) return { ...step, outcome: "one way", why };
  await write(world, scene, path, before.spec);
  await quiet(world);
  const left = difference(rested, plainState(world));
  if (left !== "") throw new Error(`${step.kind}.${step.property} = ${show(valueAt(choice, path))} and back: ${left}`);
  return { ...step, outcome: "returned" };
}

/** Returns a spec that differs in one property and is taken, or why none is. */
function choose({ resource }: Scene, before: Live, path: Path, seed: number): Json | string {
  const schema = specSchema(resource);
  const values = fc.sample(validValue(schemaAt(schema, path)), { numRuns: TRIES, seed });
  const refusals = new Set<string>();
  for (const value of [...wordsOf(resource, path, schemaAt(schema, path)), ...values]) {
    const spec = placed(schema, before.spec, { path, value, seed });
    if (JSON.stringify(spec) === JSON.stringify(before.spec)) continue;
    const why = refusalOf(resource, before, { ...seen(before), spec });
    if (why === undefined) return spec;
    refusals.add(why);
  }
  return [...refusals].filter((why) => why !== INVALID || refusals.size === 1).join("; ");
}

/** The words that the rules about a property name: a pattern alone seldom meets them. */
function wordsOf({ specRules }: ResourceDefinition, [top = ""]: Path, { type }: JsonSchema): unknown[] {
  const rules = specRules.filter(({ path }) => path[0] === top).map(({ cel = "" }) => cel);
  const words = [...rules.join(" ").matchAll(/'([^']+)'/g)].map(([, word]) => word);
  return type === "array" ? words.map((word) => [word]) : type === "string" ? words : [];
}

function schemaAt(schema: JsonSchema, path: Path): JsonSchema {
  return path.reduce((at, name) => at.properties?.[name] ?? {}, schema);
}

type Placing = Readonly<{ path: Path; value: unknown; seed: number }>;

/** Puts a value at a path, with what must stand beside it. */
function placed(schema: JsonSchema, target: Json, { path: [name = "", ...rest], value, seed }: Placing): Json {
  if (rest.length === 0) return { ...target, [name]: value };
  const below = schemaAt(schema, [name]);
  const found = (target[name] as Json | undefined) ?? required(below, seed);
  return { ...target, [name]: placed(below, found, { path: rest, value, seed }) };
}

function required(schema: JsonSchema, seed: number): Json {
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  const least = { ...schema, properties: Object.fromEntries(members) };
  return fc.sample(validValue(least), { numRuns: 1, seed })[0] as Json;
}

function valueAt(spec: Json, path: Path): unknown {
  return path.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], spec);
}

const show = (value: unknown): string => JSON.stringify(value).slice(0, 80);
const seen = ({ metadata, spec, status }: Live): Seen => ({ metadata, spec, status });

async function read(world: World, { type, name }: Scene): Promise<Live> {
  const found = await world.management.get<Live>(type, { namespace: ORGANIZATION, name });
  return found ?? expect.fail(`${name} is not there`);
}

/** Replaces the top member of a path as kubectl would, or takes it away. */
async function write(world: World, { type, name }: Scene, [top = ""]: Path, spec: Json): Promise<void> {
  const at = `/spec/${top}`;
  const body = spec[top] === undefined ? [{ op: "remove", path: at }] : [{ op: "add", path: at, value: spec[top] }];
  await world.management.patch(type, { namespace: ORGANIZATION, name }, { kind: "json", body }, USER);
}

/** Lets time pass until the operator has nothing more to do. */
async function quiet(world: World): Promise<void> {
  for (let look = 0; look < REST_LIMIT; look += 1) {
    const { length } = world.effects;
    await world.clock.advance(QUIET_MS);
    if (world.effects.length === length) return;
  }
  throw new Error(`no rest: ${world.effects.slice(-6).join(", ")}`);
}

/** What is declared is in Git, or the status says why it is not. */
async function assertDeclared(world: World, scene: Scene, property: string): Promise<void> {
  const { status, spec, metadata } = await read(world, scene);
  const { observedGeneration, conditions } = status as Pick<DeploymentStatus, "observedGeneration" | "conditions">;
  const stalled = conditions?.find(({ type }) => type === "Stalled");
  if (stalled?.status === "True" && stalled.message !== "") return;
  expect(observedGeneration, `${property}: observed`).to.equal(metadata.generation);
  const { path } = (status?.["git"] ?? {}) as { path?: string };
  const held = world.repository.read((path ?? "").replace("values.yaml", "resource.yaml"));
  if (held !== undefined) expect((parse(held) as { spec: unknown }).spec, property).to.deep.equal(spec);
}

/** A generation counts what was asked for, which a return does not undo. */
function plainState(world: World): EndState {
  const text = JSON.stringify(endState(world), (name, value: unknown) =>
    name === "generation" || name === "observedGeneration" ? undefined : value,
  );
  return JSON.parse(text) as EndState;
}
