import { parseCommit } from "./commit-object.ts";
import type { CommitHeader } from "./commit-object.ts";
import { GitError } from "./git-error.ts";
import type { HttpClient } from "./http-client.ts";
import { push } from "./receive-pack.ts";
import type { PushAnswer, PushRequest } from "./receive-pack.ts";
import { readFeatures, readHead } from "./remote-refs.ts";
import type { RemoteFeatures } from "./remote-refs.ts";
import { buildTree } from "./tree-build.ts";
import type { Tree } from "./tree.ts";
import { fetchPack, type FetchRequest } from "./upload-pack.ts";
import type { ParsedPack } from "./pack-parser.ts";

/** How many commits link a head to the one before, nearly always; and where they do not, though there may be more. */
const HISTORY_DEPTHS = [500, 20_000] as const;
/** Without filters every commit comes with its files. */
const UNFILTERED_DEPTHS = [50, 500] as const;

/** A commit with its whole tree. */
type Snapshot = Readonly<{ header: CommitHeader; tree: Tree }>;

/** Reads and moves one branch of the server. */
export class RemoteBranch {
  readonly #http: HttpClient;
  readonly #branch: string;
  #features: RemoteFeatures | undefined;

  constructor(http: HttpClient, branch: string) {
    this.#http = http;
    this.#branch = branch;
  }

  head(signal?: AbortSignal): Promise<string | undefined> {
    return readHead(this.#http, this.#branch, signal);
  }

  /** Fetches the tree at `want`; with `have`, only what its commit (of tree `old`) does not have already. */
  async snapshot(want: string, known: Readonly<{ have?: string; old: Tree }>, signal?: AbortSignal): Promise<Snapshot> {
    const filter = (await this.#known(signal)).filter ? "blob:none" : undefined;
    const pack = await fetchPack(this.#http, { wants: [want], have: known.have, depth: 1, filter }, signal);
    const snapshot = snapshotOf(want, pack, known.old);
    if (snapshot !== undefined) return snapshot;
    if (known.have === undefined) throw new GitError("GitUnavailable", "The Git server left out objects of the branch");
    // A branch that went back: the server believes we still have all of the older history.
    return this.snapshot(want, { old: known.old }, signal);
  }

  /** Fetches the commits that lead to `want`, as far as the server sends them cheaply. */
  async history(want: string, have: string | undefined, signal?: AbortSignal): Promise<Map<string, CommitHeader>> {
    const { filter } = await this.#known(signal);
    if (!filter && have === undefined) return new Map();
    const [near, far] = filter ? HISTORY_DEPTHS : UNFILTERED_DEPTHS;
    const request = { wants: [want], have, filter: filter ? ("tree:0" as const) : undefined };
    const headers = await this.#headers({ ...request, depth: near }, signal);
    // A head that others left far behind would be taken for one that a force-push threw away.
    const isCut = have !== undefined && headers.size >= near && !isParent(have, headers);
    return isCut ? this.#headers({ ...request, depth: far }, signal) : headers;
  }

  async #headers(request: FetchRequest, signal: AbortSignal | undefined): Promise<Map<string, CommitHeader>> {
    const { commits } = await fetchPack(this.#http, request, signal);
    return new Map([...commits].map(([id, body]) => [id, parseCommit(body)]));
  }

  async push(request: Omit<PushRequest, "branch" | "thin">): Promise<PushAnswer> {
    const { thinPush } = await this.#known();
    return push(this.#http, { ...request, branch: this.#branch, thin: thinPush });
  }

  close(): void {
    this.#http.close();
  }

  async #known(signal?: AbortSignal): Promise<RemoteFeatures> {
    this.#features ??= await readFeatures(this.#http, signal);
    return this.#features;
  }
}

function isParent(commit: string, headers: ReadonlyMap<string, CommitHeader>): boolean {
  return headers.values().some(({ parents }) => parents.includes(commit));
}

function snapshotOf(want: string, pack: ParsedPack, old: Tree): Snapshot | undefined {
  const body = pack.commits.get(want);
  if (body === undefined) return undefined;
  const header = parseCommit(body);
  const tree = buildTree(header.tree, pack.trees, old);
  return tree === undefined ? undefined : { header, tree };
}
