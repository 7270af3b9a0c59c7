import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { Request, Response } from "express";
import type { Operation } from "../../contract/rest/operation.ts";
import type { Outgoing } from "./check-answer.ts";

const compress = promisify(gzip);
/** What is shorter fits into few packets as it is. */
const COMPRESSED_FROM = 8 * 1024;

/**
 * Compresses a long page of a list, on a thread of its own, for whoever takes it so. Nothing else: what shows one resource may show a secret
 * beside what somebody else has written, and the compressed length would tell of it (docs/adr/0079).
 */
export async function compressList(
  { request, response }: Readonly<{ request: Request; response: Response }>,
  { parameters }: Operation,
  outgoing: Outgoing,
): Promise<Outgoing> {
  const { status, text = "" } = outgoing;
  const isPage = status === 200 && "cursor" in parameters.query.shape;
  if (!isPage || text.length < COMPRESSED_FROM) return outgoing;
  response.vary("Accept-Encoding");
  if (request.acceptsEncodings("gzip") === false) return outgoing;
  return { ...outgoing, compressed: await compress(text, { level: constants.Z_BEST_SPEED }) };
}
