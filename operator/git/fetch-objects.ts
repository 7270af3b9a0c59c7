import { GitError } from "./git-error.ts";
import type { HttpClient } from "./http-client.ts";
import { parsePack, type ParsedPack } from "./pack-parser.ts";
import { DELIMITER, encodeLine, FLUSH, lineText, parseLines, printable, splitSideBand } from "./pkt-line.ts";

/** States which objects to fetch: any that the server has, commits with what a filter leaves of them. */
export type ObjectsRequest = Readonly<{
  wants: readonly string[];
  /** How many commits deep. */
  depth: number;
  filter: "tree:0" | "blob:none" | "none";
}>;

/** Fetches objects by their ids, blobs included, as a partial clone does when it needs them. */
export async function fetchObjects(
  http: HttpClient,
  request: ObjectsRequest,
  signal?: AbortSignal,
): Promise<ParsedPack> {
  const answer = await http.send({
    path: "git-upload-pack",
    headers: {
      "content-type": "application/x-git-upload-pack-request",
      accept: "application/x-git-upload-pack-result",
      "git-protocol": "version=2",
    },
    body: encode(request),
    ...(signal && { signal }),
  });
  const packets = parseLines(answer.body);
  const start = packets.findIndex((packet) => lineText(packet) === "packfile");
  if (start < 0)
    throw new GitError("GitUnavailable", `The Git server sent no pack: ${printable(packets.map(lineText).join(" "))}`);
  return parsePack(splitSideBand(packets.slice(start + 1)).data, true);
}

function encode({ wants, depth, filter }: ObjectsRequest): Buffer {
  const lines = ["ofs-delta\n", "no-progress\n", ...wants.map((id) => `want ${id}\n`), `deepen ${depth}\n`];
  if (filter !== "none") lines.push(`filter ${filter}\n`);
  lines.push("done\n");
  return Buffer.concat([encodeLine("command=fetch\n"), DELIMITER, ...lines.map(encodeLine), FLUSH]);
}
