import type { RequestHandler } from "express";
import { answerFile, askedAgain, FOR_EVER, type ServedFile } from "../http/compressed-file.ts";
import type { Limit } from "../http/limit-rate.ts";
import type { OpenapiDocument } from "../http/request-validation.ts";
import { readReferenceFiles, type ReferenceFiles } from "./reference-files.ts";

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'none'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const PATH = /^(?:\/api\/v1)?\/(openapi\.json|docs(?:\/[a-z]+-[0-9a-f]{16}\.js)?)$/;

/**
 * Serves the OpenAPI document, and the reference that a browser makes of it (docs/adr/0066):
 * 1. nothing is read or compressed before somebody asks; then what is compressed is kept;
 * 2. an address may ask so often: whoever asks is nobody, and its line is answered with up to three megabytes;
 * 3. a script's name has the mark of its content, so it is kept for ever by whoever has it; page and document are asked for again, by their ETags.
 */
export function serveReference(readDocument: () => Promise<OpenapiDocument>, limit: Limit): RequestHandler {
  let files: Promise<ReferenceFiles> | undefined;
  return async (request, response, next) => {
    const name = PATH.exec(request.path)?.[1];
    if (name === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    limit(request, response);
    files ??= readReferenceFiles(readDocument).catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    const served = serve(await files, name);
    if (served === undefined) next();
    else await answerFile(request, response, served);
  };
}

function serve({ page, document, scripts }: ReferenceFiles, name: string): ServedFile | undefined {
  if (name === "docs") return { file: page, headers: { ...askedAgain(page), "Content-Security-Policy": PAGE_POLICY } };
  if (name === "openapi.json") return { file: document, headers: askedAgain(document) };
  const file = scripts.get(name.slice("docs/".length));
  return file === undefined ? undefined : { file, headers: FOR_EVER };
}
