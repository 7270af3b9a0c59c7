import { availableParallelism } from "node:os";
import { COMPILER, STARTERS, type ImportGraph } from "./import-graph.ts";

/**
 * What a test process mostly does: waits for a whole platform, talks to servers, or computes; `nodes` run pods, and `load`
 * counts the requests that pods lose.
 */
export type JobKind = "load" | "nodes" | "platform" | "servers" | "simulation" | "pure";

/** From what computes for a moment to what waits for minutes. */
const KINDS: readonly JobKind[] = ["pure", "simulation", "servers", "platform", "nodes", "load"];

/** Test files that share one process, and with it what they start; `niceness` is how much it stands back behind others. */
export type Job = Readonly<{ name: string; kind: JobKind; files: readonly string[]; niceness?: number }>;

/** Behind the clusters that platforms start (5): nobody waits for what computes. */
const BACKGROUND_NICENESS = 10;

/** Folders whose tests start whole platforms, or all the processes of one. */
const PLATFORM = /^test\/(chaos|e2e|ha|install|local|schemathesis|upgrade)\//;
/** What needs a machine that may run real nodes. */
const NODES = /^test\/nodes\//;
/** By which a hundred requests a second are sent and counted: on a machine that others use, too, one that is lost says nothing. */
const LOAD = "test/support/steady-load.ts";
/** What computes for long. */
const SIMULATION =
  /^test\/(simulation\/|linear-texts|adapters\/answers-of-others|console\/build|contract\/openapi-agreement)/;
/** Simulations that take minutes: each is a process of its own. */
const LONG_SIMULATION = /^test\/simulation\/chaos\/(disturbances|properties)/;
const LONG_SIMULATION_SECONDS = 150;
/** What compiles the published document or types: seconds before the first test, once a process. */
const COMPILED = ["scripts/openapi-document.ts", "test/support/published-document.ts", COMPILER];

/** What counts lost requests is alone, with what is soon through beside it. */
const COUNTING = "nodes under load";

/** Into how many processes a room goes that has more than one. */
const PARTS: Readonly<Record<string, number>> = {
  // On so many platforms the stories are told at once: each mostly waits for its own.
  e2e: 2,
  nodes: 2,
  // The last rooms with servers run beside each other: one long one would be left over.
  api: 2,
  // Loading the operator takes most of a short one's time.
  simulation: 4,
  // Three more than processors: some of the tests wait for a moment.
  pure: availableParallelism() + 3,
};
/** What a whole suite took where it is far from the usual, in seconds on two quiet processors. */
const SECONDS_OF_ROOM: Readonly<Record<string, number>> = {
  console: 500,
  "api 1": 290,
  "api 2": 285,
  local: 290,
  // It waits more than it computes: the others fill its pauses only while there are others.
  operator: 300,
  ha: 178,
  schemathesis: 170,
  install: 97,
};
const SECONDS_OF_FILE: Readonly<Record<string, number>> = {
  "test/e2e/guides": 120,
  "test/e2e/deployment-fields": 125,
  "test/e2e/truth": 110,
  "test/e2e/story": 107,
  "test/e2e/databases": 105,
  "test/e2e/cluster-life": 93,
  "test/nodes/chaos": 480,
  "test/nodes/database-story": 370,
  "test/nodes/databases": 350,
  "test/nodes/major-upgrade": 420,
  "test/nodes/virtual-clusters": 280,
  "test/nodes/host-routes": 180,
  "test/nodes/cluster-api": 240,
  "test/nodes/velero": 240,
  "test/nodes/last-mile": 130,
  "test/nodes/cloud": 100,
  "test/nodes/exec": 95,
  "test/nodes/registry": 95,
  "test/adapters/outgoing/address-asker": 6,
  "test/operator/controllers/shared/cluster-probes": 5,
  "test/adapters/dns/record-lookup": 4,
  "test/adapters/kubernetes/http-transport": 3,
  "test/adapters/providers/hetzner-client": 3,
  "test/operator/controllers/cluster/wildcard": 3,
  "test/api/queue-loop": 2,
  "test/adapters/dns/txt-resolver": 2,
};
const USUAL_PLATFORM_SECONDS = 33;
const USUAL_SECONDS = 0.2;
/** A platform more whose pods run is not worth less than that. */
const NODES_PART_SECONDS_MIN = 60;
/** From how many seconds on a room has a part, and with it a platform, more. */
const PART_SECONDS: Readonly<Record<string, number>> = { nodes: 2 * NODES_PART_SECONDS_MIN, e2e: 600 };

/** Tells what a test is by what it reaches: who can start no process is pure. */
export function kindOf(file: string, graph: ImportGraph): JobKind {
  if (NODES.test(file)) return graph.reaches(file, LOAD) ? "load" : "nodes";
  if (PLATFORM.test(file)) return "platform";
  if (STARTERS.some((starter) => graph.reaches(file, starter))) return "servers";
  return SIMULATION.test(file) || compiles(file, graph) ? "simulation" : "pure";
}

function compiles(file: string, graph: ImportGraph): boolean {
  return COMPILED.some((compiled) => graph.reaches(file, compiled));
}

/** Tells what only computes, and may do so while others wait: nothing that it starts could be late by it. */
export function isBackground({ kind }: Pick<Job, "kind">): boolean {
  return kind === "pure" || kind === "simulation";
}

/** Tells what needs a machine that may run real nodes. */
export function runsPods(kind: JobKind): boolean {
  return kind === "nodes" || kind === "load";
}

/** Orders kinds of tests by how soon they answer. */
export function rankOf(kind: JobKind): number {
  return KINDS.indexOf(kind);
}

/**
 * Puts test files together that share what is dear to start; what computes is spread over the processors, and the stories
 * by what they take. The kind that takes longest comes first, and of a kind the longest job, because the last one to end
 * decides.
 */
export function planJobs(files: readonly string[], graph: ImportGraph): readonly Job[] {
  const jobs = new Map<string, { kind: JobKind; files: string[] }>();
  const names = nameParts(files, graph);
  for (const file of files) {
    const kind = kindOf(file, graph);
    const name = names.get(file) ?? file;
    const job = jobs.get(name) ?? { kind, files: [] };
    job.files.push(file);
    // What shares a process with one that counts is alone with it.
    jobs.set(name, { ...job, kind: kind === "load" ? kind : job.kind });
  }
  const isAlone = [...jobs.values()].every(isBackground);
  const planned = [...jobs].map(([name, job]) => {
    return { name, ...job, niceness: isBackground(job) && !isAlone ? BACKGROUND_NICENESS : 0 };
  });
  return planned.sort((one, other) => rankOf(other.kind) - rankOf(one.kind) || weightOf(other) - weightOf(one));
}

function secondsOf(file: string): number {
  const usual = /^test\/(e2e|nodes)\//.test(file) ? USUAL_PLATFORM_SECONDS : USUAL_SECONDS;
  return SECONDS_OF_FILE[file.replace(/\.test\.ts$/, "")] ?? usual;
}

function sumSeconds(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + secondsOf(file), 0);
}

/** Names the process of each file. */
function nameParts(files: readonly string[], graph: ImportGraph): ReadonlyMap<string, string> {
  const rooms = Map.groupBy(files, (file) => roomOf(file, kindOf(file, graph), graph));
  const [counting, others] = [rooms.get(COUNTING), rooms.get("nodes")];
  if (counting !== undefined && others !== undefined && sumSeconds(others) < NODES_PART_SECONDS_MIN) {
    rooms.set(COUNTING, [...counting, ...others]);
    rooms.delete("nodes");
  }
  return new Map([...rooms].flatMap(([room, inside]) => [...spread(room, inside)]));
}

/** The longest file comes first, each to the part that has least. */
function spread(room: string, files: readonly string[]): ReadonlyMap<string, string> {
  const parts = PARTS[room];
  if (parts === undefined) return new Map(files.map((file) => [file, room]));
  const seconds = PART_SECONDS[room];
  const worth = seconds === undefined ? parts : Math.ceil(sumSeconds(files) / seconds);
  const loads = Array.from({ length: Math.min(parts, worth) }, () => 0);
  const names = new Map<string, string>();
  for (const file of [...files].sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + secondsOf(file);
    names.set(file, `${room} ${least + 1}`);
  }
  return names;
}

function weightOf({ name, files }: Job): number {
  if (LONG_SIMULATION.test(`test/${name}`)) return LONG_SIMULATION_SECONDS;
  return SECONDS_OF_ROOM[name] ?? (/^(e2e|nodes) /.test(name) ? sumSeconds(files) : files.length);
}

function roomOf(file: string, kind: JobKind, graph: ImportGraph): string {
  if (kind === "pure") return kind;
  if (kind === "load") return COUNTING;
  if (kind === "simulation" && compiles(file, graph) && !SIMULATION.test(file)) return "compiled";
  const [, room = "", ...rest] = file.replace(/\.test\.ts$/, "").split("/");
  const isAlone = kind === "simulation" && (room !== "simulation" || LONG_SIMULATION.test(file));
  return isAlone ? [room, ...rest].join("/") : room;
}
