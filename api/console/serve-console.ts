import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "../../adapters/log/logger.ts";
import { prefersHtml } from "../http/prefers-html.ts";
import { readConsoleFiles, readPlain, type ConsoleFile, type ConsoleFiles } from "./console-files.ts";

type Served = Readonly<{ file: ConsoleFile; headers: Readonly<Record<string, string>> }>;

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const FOR_EVER = { "Cache-Control": "public, max-age=31536000, immutable" };
const BUILT = new URL("../../console/dist/", import.meta.url);

/**
 * Serves the console (docs/adr/0073):
 * 1. a file by its path, which has the hash of its content: kept for ever by whoever has it;
 * 2. the page to browsers that go to one of its addresses. Such a path may be one of REST without its prefix: whoever does not
 *    rather have a page is answered there as ever.
 */
export function serveConsole(log: Logger, built: URL = BUILT): RequestHandler {
  let reading: Promise<ConsoleFiles | undefined> | undefined;
  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      next();
      return;
    }
    reading ??= readOnce(log, built).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    const files = await reading;
    const served = files === undefined ? undefined : serve(files, request, response);
    if (served === undefined) next();
    else await answer(request, response, served);
  };
}

async function readOnce(log: Logger, built: URL): Promise<ConsoleFiles | undefined> {
  const files = await readConsoleFiles(built);
  if (files === undefined) log.warn("The console is not served: it was not built (make ready)");
  return files;
}

function serve({ page, assets, roots }: ConsoleFiles, request: Request, response: Response): Served | undefined {
  const asset = assets.get(request.path.slice(1));
  if (asset !== undefined) return { file: asset, headers: FOR_EVER };
  if (!roots.has(request.path.split("/")[1] ?? "")) return undefined;
  response.vary("Accept");
  if (!prefersHtml(request.headers.accept ?? "*/*")) return undefined;
  const headers = { "Cache-Control": "no-cache", ETag: `W/"${page.mark}"`, "Content-Security-Policy": PAGE_POLICY };
  return { file: page, headers };
}

async function answer(request: Request, response: Response, { file, headers }: Served): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.vary("Accept-Encoding");
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
