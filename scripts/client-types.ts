import { readFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const DOCUMENT = new URL("../api/openapi.json", import.meta.url);

/** Derives the types of a TypeScript client from the published document. */
export async function clientTypes(): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, "utf8")) as Parameters<typeof openapiTS>[0];
  return `// Generated from api/openapi.json by make generate; do not edit.\n${astToString(await openapiTS(document))}`;
}
