/**
 * Reads from the branch what was delivered of some resources, and when; the writer knows the newest commit only:
 *
 * 1. the commits alone, no trees, as deep as the bound; their trailers say which resource each delivers;
 * 2. for each resource and generation the newest commit that delivered it, at most so many;
 * 3. the trees of those commits, then the one file of each: only what is needed crosses the wire.
 */
import { parseCommit, type CommitHeader } from "./commit-object.ts";
import type { HttpClient } from "./http-client.ts";
import { readTrailers, type ReadTrailers } from "./read-trailers.ts";
import { readFeatures, readHead } from "./remote-refs.ts";
import { entryCount, entryId, entryName, EMPTY_TREE, makeTree, parseStarts } from "./tree.ts";
import { fetchPack } from "./upload-pack.ts";

/** One delivery of a resource. */
export type Delivery = ReadTrailers & Readonly<{ commit: string; committedAtMs: number; content: string }>;

/** What to read: by the resource as trailers name it, the file that holds it. */
type HistoryRequest = Readonly<{
  branch: string;
  files: ReadonlyMap<string, string>;
  commitsMax: number;
  /** Most deliveries of one resource; the newest count. */
  deliveriesMax: number;
}>;

type Found = Readonly<{ trailers: ReadTrailers; commit: string; header: CommitHeader }>;

const COMMITS_PER_FETCH = 50;
const BLOBS_PER_FETCH = 200;

/** Reads the deliveries of each resource, oldest first; a server that cannot leave out trees is not asked. */
export async function readHistory(
  http: HttpClient,
  request: HistoryRequest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly Delivery[]>> {
  const head = await readHead(http, request.branch, signal);
  if (head === undefined || request.files.size === 0 || !(await readFeatures(http, signal)).filter) return new Map();
  const pack = await fetchPack(http, { wants: [head], depth: request.commitsMax, filter: "tree:0" }, signal);
  const found = chooseDeliveries(lineOf(head, pack.commits), request);
  const blobs = await findBlobs(http, found, request.files, signal);
  return readContents(http, found, blobs, signal);
}

type Line = readonly Readonly<{ id: string; body: Buffer; header: CommitHeader }>[];

/** Lists the commits from the head along the first parents, as far as they were fetched. */
function lineOf(head: string, commits: ReadonlyMap<string, Buffer>): Line {
  const line: { id: string; body: Buffer; header: CommitHeader }[] = [];
  const seen = new Set<string>();
  let id: string | undefined = head;
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    const body = commits.get(id);
    if (body === undefined) break;
    const header = parseCommit(body);
    line.push({ id, body, header });
    [id] = header.parents;
  }
  return line;
}

/** Newest first: the newest commit of a generation is the one that counts. */
function chooseDeliveries(line: Line, { files, deliveriesMax }: HistoryRequest): Found[] {
  const chosen = new Map<string, Map<number, Found>>();
  for (const { id, body, header } of line) {
    for (const trailers of readTrailers(body.toString("utf8", body.indexOf("\n\n") + 2))) {
      if (!files.has(trailers.resource)) continue;
      const own = chosen.get(trailers.resource) ?? new Map<number, Found>();
      chosen.set(trailers.resource, own);
      if (own.size < deliveriesMax && !own.has(trailers.generation))
        own.set(trailers.generation, { trailers, commit: id, header });
    }
  }
  return [...chosen.values()].flatMap((own) => [...own.values()]);
}

type Blobs = ReadonlyMap<Found, string>;

async function findBlobs(
  http: HttpClient,
  found: readonly Found[],
  files: HistoryRequest["files"],
  signal: AbortSignal | undefined,
): Promise<Blobs> {
  const blobs = new Map<Found, string>();
  const byCommit = Map.groupBy(found, ({ commit }) => commit);
  for (const wants of chunks([...byCommit.keys()], COMMITS_PER_FETCH)) {
    const { trees } = await fetchPack(http, { wants, depth: 1, filter: "blob:none" }, signal);
    for (const one of wants.flatMap((id) => byCommit.get(id) ?? [])) {
      const blob = blobAt(one.header.tree, files.get(one.trailers.resource) ?? "", trees);
      if (blob !== undefined) blobs.set(one, blob);
    }
  }
  return blobs;
}

function blobAt(root: string, path: string, trees: ReadonlyMap<string, Buffer>): string | undefined {
  let id: string | undefined = root;
  for (const part of path.split("/")) {
    const raw: Buffer | undefined = id === EMPTY_TREE.id.toString("hex") ? undefined : trees.get(id);
    id = raw === undefined ? undefined : childId(raw, part);
    if (id === undefined) return undefined;
  }
  return id;
}

function childId(raw: Buffer, name: string): string | undefined {
  const tree = makeTree(raw, parseStarts(raw), []);
  for (let index = 0; index < entryCount(tree); index += 1)
    if (entryName(tree, index) === name) return entryId(tree, index).toString("hex");
  return undefined;
}

async function readContents(
  http: HttpClient,
  found: readonly Found[],
  blobs: Blobs,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, readonly Delivery[]>> {
  const contents = new Map<string, string>();
  for (const wants of chunks([...new Set(blobs.values())], BLOBS_PER_FETCH)) {
    const pack = await fetchPack(http, { wants, depth: 1, keepsBlobs: true }, signal);
    for (const [id, body] of pack.blobs) contents.set(id, body.toString("utf8"));
  }
  const deliveries = found.flatMap((one): Delivery[] => {
    const content = contents.get(blobs.get(one) ?? "");
    const { committedAtMs } = one.header;
    return content === undefined ? [] : [{ ...one.trailers, commit: one.commit, committedAtMs, content }];
  });
  const sorted = deliveries.toSorted((a, b) => a.generation - b.generation);
  return Map.groupBy(sorted, ({ resource }) => resource);
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}
