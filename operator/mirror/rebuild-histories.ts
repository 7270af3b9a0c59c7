/**
 * Brings back the revisions that Postgres has lost (docs/adr/0025): the mirror writes the newest only, the commits before it
 * lie in the delivery repository.
 *
 * 1. Deployments whose first revision is not of their first generation are asked for, each once per process.
 * 2. The history of the branch is read for them, as deep as the bound (operator/git/read-history.ts).
 * 3. What is missing goes before what is there; nothing that is there is changed but its number.
 */
import { parse } from "yaml";
import type { Logger } from "../../adapters/log/logger.ts";
import { messageOf } from "../../adapters/log/thrown.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import {
  addOlderRevisions,
  listShortHistories,
  type FoundRevision,
  type ShortHistory,
} from "../../adapters/postgres/resources/revision-rebuild.ts";
import { LABELS } from "../../contract/identity.ts";
import type { HttpClient } from "../git/http-client.ts";
import { readHistory, type Delivery } from "../git/read-history.ts";
import { sleep, type Clock } from "../runtime/clock.ts";

/** The set-up of the rebuilding. */
type RebuildOptions = Readonly<{ pool: Pool; http: HttpClient; branch: string; clock: Clock; logger: Logger }>;

const FIRST_MS = 30_000;
const AGAIN_MS = 10 * 60_000;
const PER_PASS = 500;
const COMMITS_MAX = 5_000;
const REVISIONS_MAX = 100;

/** Looks for lost histories soon after the start and then now and again, until the signal aborts. */
export async function rebuildHistories(options: RebuildOptions, signal: AbortSignal): Promise<void> {
  const { clock, logger } = options;
  const looked = new Set<string>();
  let pauseMs = FIRST_MS;
  for (;;) {
    await sleep(clock, pauseMs, signal);
    if (signal.aborted) return;
    pauseMs = AGAIN_MS;
    try {
      const added = await rebuildOnce(options, looked, signal);
      if (added > 0) logger.info("Brought back revisions from Git", { revisions: added });
    } catch (error) {
      logger.warn("Revisions could not be read from Git", { error: messageOf(error) });
    }
  }
}

/** Brings back what is missing of the deployments that were not looked at yet; returns how many revisions came back. */
export async function rebuildOnce(
  { pool, http, branch }: RebuildOptions,
  looked: Set<string>,
  signal?: AbortSignal,
): Promise<number> {
  const short = await listShortHistories(pool, { looked: [...looked], limit: PER_PASS });
  if (short.length === 0) return 0;
  const files = new Map(
    short.map((one) => [resourceOf(one), one.valuesPath.replace(/values\.yaml$/, "resource.yaml")]),
  );
  const bounds = { branch, files, commitsMax: COMMITS_MAX, deliveriesMax: REVISIONS_MAX };
  const history = await readHistory(http, bounds, signal);
  let added = 0;
  for (const one of short) {
    const found = (history.get(resourceOf(one)) ?? []).flatMap((delivery) => toRevision(one, delivery) ?? []);
    added += await addOlderRevisions(pool, one.id, found, REVISIONS_MAX);
    looked.add(one.id);
  }
  return added;
}

function resourceOf({ namespace, objectName }: ShortHistory): string {
  return `Deployment/${namespace}/${objectName}`;
}

type Resource = Readonly<{
  metadata?: { labels?: Readonly<Record<string, string>> };
  spec?: Readonly<{ name?: string }>;
}>;

/** What somebody else wrote there may be no YAML. */
function readResource(content: string): Resource {
  try {
    return (parse(content, { schema: "core" }) ?? {}) as Resource;
  } catch {
    return {};
  }
}

/** An object of the same name that was there before is another one. */
function toRevision({ id, objectName }: ShortHistory, delivery: Delivery): FoundRevision | undefined {
  const { metadata, spec } = readResource(delivery.content);
  if (metadata?.labels?.[LABELS.id] !== id || spec === undefined) return undefined;
  const { commit, generation, requestId = null, author = null, committedAtMs } = delivery;
  return {
    commit,
    generation,
    requestId,
    spec,
    // Without a request it was made with kubectl, by nobody whom we know.
    author: requestId === null ? null : author,
    message: `Deployment ${spec.name ?? objectName}: generation ${generation}`,
    committedAt: new Date(committedAtMs),
  };
}
