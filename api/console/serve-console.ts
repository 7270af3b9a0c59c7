import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "../../adapters/log/logger.ts";
import { answerFile, askedAgain, FOR_EVER, type ServedFile } from "../http/compressed-file.ts";
import type { Limit } from "../http/limit-rate.ts";
import { prefersHtml } from "../http/prefers-html.ts";
import { readConsoleFiles, type ConsoleFiles } from "./console-files.ts";

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const BUILT = new URL("../../console/dist/", import.meta.url);

/**
 * Serves the console (docs/adr/0073):
 * 1. a file by its path, which has the hash of its content: kept for ever by whoever has it;
 * 2. the page to browsers that go to one of its addresses. Such a path may be one of REST without its prefix: whoever does not
 *    rather have a page is answered there as ever;
 * 3. an address may ask for both so often.
 */
export function serveConsole(log: Logger, limit: Limit, built: URL = BUILT): RequestHandler {
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
    if (served === undefined) {
      next();
      return;
    }
    limit(request, response);
    await answerFile(request, response, served);
  };
}

async function readOnce(log: Logger, built: URL): Promise<ConsoleFiles | undefined> {
  const files = await readConsoleFiles(built);
  if (files === undefined) log.warn("The console is not served: it was not built (make ready)");
  return files;
}

function serve({ page, assets, roots }: ConsoleFiles, request: Request, response: Response): ServedFile | undefined {
  const asset = assets.get(request.path.slice(1));
  if (asset !== undefined) return { file: asset, headers: FOR_EVER };
  if (!roots.has(request.path.split("/")[1] ?? "")) return undefined;
  response.vary("Accept");
  if (!prefersHtml(request.headers.accept ?? "*/*")) return undefined;
  return { file: page, headers: { ...askedAgain(page), "Content-Security-Policy": PAGE_POLICY } };
}
