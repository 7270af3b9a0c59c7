import type { NewObject } from "./git-object.ts";
import type { HttpClient } from "./http-client.ts";
import { encodePack } from "./pack-encoder.ts";
import { encodeLine, FLUSH, lineText, parseLines, printable, splitSideBand } from "./pkt-line.ts";

/** One push: move the branch from exactly `oldHead` to `newHead`, which `objects` contain. */
export type PushRequest = Readonly<{
  branch: string;
  oldHead: string | undefined;
  newHead: string;
  objects: readonly NewObject[];
  thin: boolean;
}>;

/** Tells what the server said; when nothing was said that can be trusted, it throws. */
export type PushAnswer = Readonly<{ ok: true } | { ok: false; reason: string }>;

const NO_COMMIT = "0".repeat(40);
const CAPABILITIES = "report-status side-band-64k agent=berth";

/** Pushes by one POST; the old head makes it a compare-and-swap, so that nothing is ever overwritten. */
export async function push(http: HttpClient, request: PushRequest): Promise<PushAnswer> {
  const command = `${request.oldHead ?? NO_COMMIT} ${request.newHead} refs/heads/${request.branch}\0${CAPABILITIES}`;
  const answer = await http.send({
    path: "git-receive-pack",
    headers: {
      "content-type": "application/x-git-receive-pack-request",
      accept: "application/x-git-receive-pack-result",
    },
    body: Buffer.concat([encodeLine(command), FLUSH, encodePack(request.objects, request.thin)]),
  });
  return readReport(answer.body, `refs/heads/${request.branch}`);
}

function readReport(body: Buffer, ref: string): PushAnswer {
  const { data, messages } = splitSideBand(parseLines(body));
  const lines = parseLines(data).map(lineText);
  if (lines.includes("unpack ok") && lines.includes(`ok ${ref}`)) return { ok: true };
  const refused = lines.find((line) => line.startsWith("ng ") || (line.startsWith("unpack ") && line !== "unpack ok"));
  return { ok: false, reason: printable(`${refused ?? "no report"} ${messages}`) };
}
