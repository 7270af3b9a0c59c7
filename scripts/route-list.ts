import { basename } from "node:path";

/** Writes the list of handlers: each file of `api/routes` serves the operation that it is named after. */
export function formatRoutes(files: readonly string[]): string {
  const handlers = files.toSorted().map((path) => ({ path, name: operationOf(path) }));
  const lines = [
    "// Generated from the files of api/routes by make generate; do not edit.",
    'import type { HandlerTable } from "../bind-routes.ts";',
    ...handlers.map(({ path, name }) => `import * as ${name} from "./${path}";`),
    "",
    "/** Maps every operation to its handler; one that is missing, left over or another's does not compile. */",
    "export const HANDLERS = {",
    ...handlers.map(({ name }) => `  ${name},`),
    "} satisfies HandlerTable;",
  ];
  return `${lines.join("\n")}\n`;
}

function operationOf(path: string): string {
  return basename(path, ".ts").replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
