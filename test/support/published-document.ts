import { readFileSync } from "node:fs";
import type { OpenapiDocument } from "../../api/http/request-validation.ts";

/** The published document, one object for all tests of a process: what judges by it is compiled once for each object. */
export const PUBLISHED_DOCUMENT = JSON.parse(
  readFileSync(new URL("../../api/openapi.json", import.meta.url), "utf8"),
) as OpenapiDocument;
