import type { RequestHandler } from "express";
import type { OpenapiDocument } from "./http/request-validation.ts";
import { renderReference } from "./render-reference.ts";

type Page = Readonly<{ body: Buffer; headers: Readonly<Record<string, string>> }>;

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Serves the OpenAPI document and the reference that is rendered from it; no script, so nothing comes from elsewhere. */
export function serveDocs(document: OpenapiDocument): RequestHandler {
  const json: Page = {
    body: Buffer.from(JSON.stringify(document)),
    headers: { "Content-Type": "application/json; charset=utf-8" },
  };
  const reference: Page = {
    body: Buffer.from(renderReference(document)),
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PAGE_POLICY },
  };
  const pages = new Map(
    ["", "/api/v1"].flatMap((base): [string, Page][] => [
      [`${base}/openapi.json`, json],
      [`${base}/docs`, reference],
    ]),
  );
  return (request, response, next) => {
    const page = pages.get(request.url);
    if (page === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
    response.setHeader("Content-Length", page.body.length);
    response.end(page.body);
  };
}
