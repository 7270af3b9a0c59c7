import { Router, type RequestHandler } from "express";
import type { OpenapiDocument } from "./http/request-validation.ts";
import { renderReference } from "./render-reference.ts";

/** Serves the OpenAPI document and the reference that is rendered from it; no script, so nothing comes from elsewhere. */
export function serveDocs(document: OpenapiDocument): RequestHandler {
  const json = Buffer.from(JSON.stringify(document));
  const page = Buffer.from(renderReference(document));
  const router = Router();
  router.get(["/openapi.json", "/api/v1/openapi.json"], (_request, response) => {
    response.setHeader("Content-Type", "application/json; charset=utf-8").end(json);
  });
  router.get(["/docs", "/api/v1/docs"], (_request, response) => {
    response.setHeader(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
  });
  return router as RequestHandler;
}
