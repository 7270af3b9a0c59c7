import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { OpenapiDocument } from "../http/request-validation.ts";

/** A file of the reference as it is served: compressed, with a mark of its content. */
export type ReferenceFile = Readonly<{ type: string; compressed: Buffer; mark: string }>;

/** The page, its scripts by their names, and the document. */
export type ReferenceFiles = Readonly<{
  page: ReferenceFile;
  scripts: ReadonlyMap<string, ReferenceFile>;
  document: ReferenceFile;
}>;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** A higher one takes three times as long for a twentieth less. */
const QUALITY = 5;

/** Reads the files of the reference, each name with the mark of its content. */
export async function readReferenceFiles(document: OpenapiDocument): Promise<ReferenceFiles> {
  const [own, renderer] = await Promise.all([read("page.js"), read("scalar.js.br")]);
  const scripts = [
    { name: "page", file: await fileOf("text/javascript", own) },
    { name: "scalar", file: { type: typeOf("text/javascript"), compressed: renderer, mark: markOf(renderer) } },
  ].map(({ name, file }): [string, ReferenceFile] => [`${name}-${file.mark}.js`, file]);
  return {
    page: await fileOf("text/html", Buffer.from(renderPage(scripts.map(([name]) => name)))),
    scripts: new Map(scripts),
    document: await fileOf("application/json", Buffer.from(JSON.stringify(document))),
  };
}

/** Answers a file's bytes for a client that takes nothing compressed: rare, so they are not kept. */
export function readPlain({ compressed }: ReferenceFile): Promise<Buffer> {
  return decompress(compressed);
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
const markOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex").slice(0, 16);
const typeOf = (type: string): string => `${type}; charset=utf-8`;

async function fileOf(type: string, content: Buffer): Promise<ReferenceFile> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return { type: typeOf(type), compressed: await compress(content, { params }), mark: markOf(content) };
}
