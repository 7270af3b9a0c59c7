import type { Request, RequestHandler, Response } from "express";
import type { OpenapiDocument } from "../http/request-validation.ts";
import { readPlain, readReferenceFiles, type ReferenceFile, type ReferenceFiles } from "./reference-files.ts";

type Served = Readonly<{ file: ReferenceFile; headers: Readonly<Record<string, string>> }>;

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'none'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const FOR_EVER = { "Cache-Control": "public, max-age=31536000, immutable" };
const PATH = /^(?:\/api\/v1)?\/(openapi\.json|docs(?:\/[a-z]+-[0-9a-f]{16}\.js)?)$/;

/**
 * Serves the OpenAPI document, and the reference that a browser makes of it (docs/adr/0066):
 * 1. nothing is read or compressed before somebody asks; then it is kept;
 * 2. a script's name has the mark of its content, so it is kept for ever by whoever has it; page and document are asked for again, by their ETags.
 */
export function serveReference(document: OpenapiDocument): RequestHandler {
  let files: Promise<ReferenceFiles> | undefined;
  return async (request, response, next) => {
    const name = PATH.exec(request.path)?.[1];
    if (name === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    files ??= readReferenceFiles(document).catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    const served = serve(await files, name);
    if (served === undefined) next();
    else await answer(request, response, served);
  };
}

function serve({ page, document, scripts }: ReferenceFiles, name: string): Served | undefined {
  if (name === "docs") return { file: page, headers: { ...again(page), "Content-Security-Policy": PAGE_POLICY } };
  if (name === "openapi.json") return { file: document, headers: again(document) };
  const file = scripts.get(name.slice("docs/".length));
  return file === undefined ? undefined : { file, headers: FOR_EVER };
}

const again = ({ mark }: ReferenceFile): Record<string, string> => ({
  "Cache-Control": "no-cache",
  ETag: `W/"${mark}"`,
});

async function answer(request: Request, response: Response, { file, headers }: Served): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("Vary", "Accept-Encoding");
  // Says whether If-None-Match names the ETag that was set.
  if (request.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const isCompressed = request.acceptsEncodings("br") === "br";
  const body = isCompressed ? file.compressed : await readPlain(file);
  response.setHeader("Content-Type", file.type);
  if (isCompressed) response.setHeader("Content-Encoding", "br");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}
