import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Request, Response } from "express";

/** A file of a page as it is served: compressed, with a mark of its content. */
export type CompressedFile = Readonly<{ type: string; compressed: Buffer; mark: string }>;

/** A file with what its answer says beside it. */
export type ServedFile = Readonly<{ file: CompressedFile; headers: Readonly<Record<string, string>> }>;

/** Of what has the mark of its content in its name: kept for ever by whoever has it. */
export const FOR_EVER = { "Cache-Control": "public, max-age=31536000, immutable" };
const decompress = promisify(brotliDecompress);

/** Makes the headers of what is asked for again each time, by its ETag. */
export function askedAgain({ mark }: CompressedFile): Record<string, string> {
  return { "Cache-Control": "no-cache", ETag: `W/"${mark}"` };
}

/** Makes the mark of a content. */
export function markOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** Plain forms that somebody asked for: one each, whoever reads them slowly or not at all. */
const plainForms = new WeakMap<CompressedFile, Promise<Buffer>>();

function plainForm(file: CompressedFile): Promise<Buffer> {
  const plain = plainForms.get(file) ?? decompress(file.compressed);
  plainForms.set(file, plain);
  return plain;
}

/** Answers with a file. */
export async function answerFile(request: Request, response: Response, { file, headers }: ServedFile): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.vary("Accept-Encoding");
  // Says whether If-None-Match names the ETag that was set.
  if (request.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const isCompressed = request.acceptsEncodings("br") === "br";
  const body = isCompressed ? file.compressed : await plainForm(file);
  response.setHeader("Content-Type", file.type);
  if (isCompressed) response.setHeader("Content-Encoding", "br");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}
