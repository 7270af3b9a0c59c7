import {
  CLUSTERS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  UPGRADE_REQUESTS,
} from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { World } from "./world.ts";

type Shown = Readonly<{ phase?: string; statusReason?: string; step?: string; errorMessage?: string }>;

const KINDS: readonly ResourceType[] = [CLUSTERS, DEPLOYMENTS, DATABASE_INSTANCES, UPGRADE_REQUESTS];

/**
 * Writes down what a run shows and does, for people to read: each change of a status, and each effect that is none. It begins
 * with the first object of the story; what is done again at once stands there once.
 */
export class RunLog {
  readonly lines: string[] = [];
  readonly #world: World;
  readonly #startMs: number;
  readonly #shown = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
    this.#startMs = world.clock.monotonicMs();
    world.onSeen = (type, event, object) => this.#seen(type, event, object);
    world.onEffect = (label) => this.#did(label);
  }

  #seen(type: ResourceType, event: string, { metadata, ...object }: KubeObject): void {
    if (!KINDS.includes(type)) return;
    const who = `${type.kind} ${metadata.name}`;
    const line = event === "DELETED" ? "is gone" : lineOf(object["status"] ?? {});
    if (line === "" || this.#shown.get(who) === line) return;
    this.#shown.set(who, line);
    this.#write(`${who} ${line}`);
  }

  #did(label: string): void {
    if (this.#shown.size > 0 && !label.endsWith(" status")) this.#write(`    ${label.trim()}`);
  }

  #write(text: string): void {
    const seconds = Math.floor((this.#world.clock.monotonicMs() - this.#startMs) / 1_000);
    const line = `${String(seconds).padStart(5)} s  ${text}`;
    if (this.lines.at(-1) !== line) this.lines.push(line);
  }
}

function lineOf({ phase, statusReason, step, errorMessage }: Shown): string {
  if (phase === undefined) return "";
  const parts = [phase, statusReason ?? ""];
  if (step !== undefined && step !== "" && step !== statusReason) parts.push(`(${step})`);
  if (errorMessage !== undefined && errorMessage !== "") parts.push(`— ${errorMessage}`);
  return `is ${parts.filter((part) => part !== "").join(" ")}`;
}
