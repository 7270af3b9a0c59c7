import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { markOf, type CompressedFile } from "../http/compressed-file.ts";
import type { OpenapiDocument } from "../http/request-validation.ts";

/** The page, its scripts by their names, and the document. */
export type ReferenceFiles = Readonly<{
  page: CompressedFile;
  scripts: ReadonlyMap<string, CompressedFile>;
  document: CompressedFile;
}>;

const compress = promisify(brotliCompress);
/** A higher one takes three times as long for a twentieth less. */
const QUALITY = 5;

/** Reads the files of the reference, each name with the mark of its content. */
export async function readReferenceFiles(readDocument: () => Promise<OpenapiDocument>): Promise<ReferenceFiles> {
  const [own, renderer] = await Promise.all([read("page.js"), read("scalar.js.br")]);
  const scripts = [
    { name: "page", file: await fileOf("text/javascript", own) },
    { name: "scalar", file: { type: typeOf("text/javascript"), compressed: renderer, mark: markOf(renderer) } },
  ].map(({ name, file }): [string, CompressedFile] => [`${name}-${file.mark}.js`, file]);
  return {
    page: await fileOf("text/html", Buffer.from(renderPage(scripts.map(([name]) => name)))),
    scripts: new Map(scripts),
    document: await fileOf("application/json", Buffer.from(JSON.stringify(await readDocument()))),
  };
}

/** All addresses are relative, as the page stands at two; a path below /docs is the scripts' place. */
function renderPage(scripts: readonly string[]): string {
  const tags = scripts.map((name) => `<script defer src="docs/${name}"></script>`).join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Berth</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
${tags}
</head><body><div id="reference" data-document="openapi.json"></div>
<noscript>This page needs scripts; <a href="openapi.json">openapi.json</a> is the same for any other viewer.</noscript></body></html>
`;
}

const read = (name: string): Promise<Buffer> => readFile(new URL(name, import.meta.url));
const typeOf = (type: string): string => `${type}; charset=utf-8`;

async function fileOf(type: string, content: Buffer): Promise<CompressedFile> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return { type: typeOf(type), compressed: await compress(content, { params }), mark: markOf(content) };
}
