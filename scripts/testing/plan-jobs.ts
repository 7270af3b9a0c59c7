import { availableParallelism } from "node:os";
import { STARTERS, type ImportGraph } from "./import-graph.ts";

/** What a test process mostly does: waits for a whole platform, talks to servers, or computes; `nodes` run pods. */
export type JobKind = "nodes" | "platform" | "servers" | "simulation" | "pure";

/** From what computes for a moment to what waits for minutes. */
const KINDS: readonly JobKind[] = ["pure", "simulation", "servers", "platform", "nodes"];

/** Test files that share one process, and with it what they start; `niceness` is how much it stands back behind others. */
export type Job = Readonly<{ name: string; kind: JobKind; files: readonly string[]; niceness?: number }>;

/** Behind the clusters that platforms start (5): nobody waits for what computes. */
const BACKGROUND_NICENESS = 10;

/** Folders whose tests start whole platforms, or all the processes of one. */
const PLATFORM = /^test\/(chaos|e2e|ha|install|local|schemathesis|upgrade)\//;
/** What needs a machine that may run real nodes. */
const NODES = /^test\/nodes\//;
/** What computes for long. */
const SIMULATION =
  /^test\/(simulation\/|linear-texts|adapters\/answers-of-others|console\/build|contract\/openapi-agreement)/;
/** Simulations that take minutes: each is a process of its own. */
const LONG_SIMULATION = /^test\/simulation\/chaos\/(disturbances|properties)/;
const LONG_SIMULATION_SECONDS = 150;
/** Into how many processes the others go: loading the operator takes most of a short one's time. */
const SIMULATION_PARTS = 4;

/** What validates by the published document: compiling it takes seconds, once a process. */
const DOCUMENT = "test/support/published-document.ts";

/** On how many platforms the stories are told at once: each mostly waits for its own. */
const E2E_PARTS = 2;
/** What a whole suite took where it is far from the usual, in seconds on two quiet processors. */
const SECONDS_OF_ROOM: Readonly<Record<string, number>> = {
  chaos: 325,
  local: 290,
  ha: 178,
  schemathesis: 170,
  install: 97,
};
const SECONDS_OF_STORY: Readonly<Record<string, number>> = {
  guides: 190,
  "deployment-fields": 125,
  truth: 110,
  story: 107,
  databases: 105,
  "cluster-life": 93,
};
const USUAL_SECONDS = 33;

/** Tells what a test is by what it reaches: who can start no process is pure. */
export function kindOf(file: string, graph: ImportGraph): JobKind {
  if (NODES.test(file)) return "nodes";
  if (PLATFORM.test(file)) return "platform";
  if (STARTERS.some((starter) => graph.reaches(file, starter))) return "servers";
  return SIMULATION.test(file) ? "simulation" : "pure";
}

/** Tells what only computes, and may do so while others wait: nothing that it starts could be late by it. */
export function isBackground({ kind }: Pick<Job, "kind">): boolean {
  return kind === "pure" || kind === "simulation";
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
  // Two more than processors, the document's with them: some of the tests wait for a moment.
  const parts = availableParallelism() + 1;
  const stories = partsOfStories(files.filter((file) => file.startsWith(STORIES)));
  const dealt = new Map([
    ["pure", { parts, next: 0 }],
    ["simulation", { parts: SIMULATION_PARTS, next: 0 }],
  ]);
  for (const file of files) {
    const kind = kindOf(file, graph);
    const room = roomOf(file, kind, graph);
    const deal = dealt.get(room);
    const name = stories.get(file) ?? (deal === undefined ? room : `${room} ${(deal.next++ % deal.parts) + 1}`);
    const job = jobs.get(name) ?? { kind, files: [] };
    job.files.push(file);
    jobs.set(name, job);
  }
  const isAlone = [...jobs.values()].every(isBackground);
  const planned = [...jobs].map(([name, job]) => {
    return { name, ...job, niceness: isBackground(job) && !isAlone ? BACKGROUND_NICENESS : 0 };
  });
  return planned.sort((one, other) => rankOf(other.kind) - rankOf(one.kind) || weightOf(other) - weightOf(one));
}

const STORIES = "test/e2e/";

function secondsOfStory(file: string): number {
  return SECONDS_OF_STORY[file.slice(STORIES.length).replace(/\.test\.ts$/, "")] ?? USUAL_SECONDS;
}

/** The longest first, each to the part that has least. */
function partsOfStories(stories: readonly string[]): ReadonlyMap<string, string> {
  const loads = Array.from({ length: E2E_PARTS }, () => 0);
  const parts = new Map<string, string>();
  for (const file of [...stories].sort((one, other) => secondsOfStory(other) - secondsOfStory(one))) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + secondsOfStory(file);
    parts.set(file, `e2e ${least + 1}`);
  }
  return parts;
}

function weightOf({ name, files }: Job): number {
  if (LONG_SIMULATION.test(`test/${name}`)) return LONG_SIMULATION_SECONDS;
  const seconds = SECONDS_OF_ROOM[name];
  if (seconds !== undefined) return seconds;
  return name.startsWith("e2e ") ? files.reduce((sum, file) => sum + secondsOfStory(file), 0) : files.length;
}

function roomOf(file: string, kind: JobKind, graph: ImportGraph): string {
  if (kind === "pure") return graph.reaches(file, DOCUMENT) ? "pure document" : "pure";
  const [, room = "", ...rest] = file.replace(/\.test\.ts$/, "").split("/");
  const isAlone = kind === "simulation" && (room !== "simulation" || LONG_SIMULATION.test(file));
  return isAlone ? [room, ...rest].join("/") : room;
}
