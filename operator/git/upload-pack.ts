import { GitError } from "./git-error.ts";
import type { HttpClient } from "./http-client.ts";
import { parsePack } from "./pack-parser.ts";
import type { ParsedPack } from "./pack-parser.ts";
import { DELIMITER, encodeLine, FLUSH, lineText, parseLines, printable, splitSideBand } from "./pkt-line.ts";

/** What to fetch: the objects of `wants`, `depth` commits deep, that are not in the history of `have`. */
export type FetchRequest = Readonly<{
  wants: readonly string[];
  have?: string;
  depth: number;
  /** Keeps the server from sending what would be dropped; only for servers that offer filters. */
  filter?: "blob:none" | "tree:0";
  /** Keeps the blobs that come; only one who fetches them by their ids has a use for them. */
  keepsBlobs?: boolean;
}>;

/** Fetches by one request of protocol version 2, without negotiation. */
export async function fetchPack(http: HttpClient, request: FetchRequest, signal?: AbortSignal): Promise<ParsedPack> {
  const answer = await http.send({
    path: "git-upload-pack",
    headers: {
      "content-type": "application/x-git-upload-pack-request",
      accept: "application/x-git-upload-pack-result",
      "git-protocol": "version=2",
    },
    body: encodeFetch(request),
    signal,
  });
  const packets = parseLines(answer.body);
  const start = packets.findIndex((packet) => lineText(packet) === "packfile");
  if (start < 0)
    throw new GitError("GitUnavailable", `The Git server sent no pack: ${printable(packets.map(lineText).join(" "))}`);
  return parsePack(splitSideBand(packets.slice(start + 1)).data, request.keepsBlobs);
}

function encodeFetch({ wants, have, depth, filter }: FetchRequest): Buffer {
  const lines = ["ofs-delta\n", "no-progress\n", ...wants.map((id) => `want ${id}\n`), `deepen ${depth}\n`];
  if (filter !== undefined) lines.push(`filter ${filter}\n`);
  if (have !== undefined) lines.push(`have ${have}\n`);
  lines.push("done\n");
  return Buffer.concat([encodeLine("command=fetch\n"), DELIMITER, ...lines.map(encodeLine), FLUSH]);
}
