import type { OperationId } from "../../client/main.ts";
import { OPERATIONS } from "../../client/generated/operations.ts";
import { formatJson, formatYaml } from "../output/format-data.ts";
import { UsageError } from "../output/explain-fault.ts";
import { readInput } from "../read-input.ts";
import type { Means } from "../means.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{ data?: string; file?: string }>;

/** `berth api`: any operation of REST, with the login and the repetitions of the client. */
export const define: Define = (command, act) => {
  command
    .argument("<method>", "GET, POST, PUT, PATCH or DELETE")
    .argument("<path>", "path below /api/v1, with its query: /deployments?limit=5")
    .option("-d, --data <json>", "body of the request")
    .option("-f, --file <file>", "file with the body, JSON or YAML; - reads standard input")
    .action(
      act(async (means, options: Options, method: string, target: string) => {
        const { id, input } = callOf(method, target);
        const body = await bodyOf(means, options);
        const data: unknown = await means.berth
          .ask(id as "getMe", { ...input, ...(body !== undefined && { body }) } as never)
          .then((answer) => answer.data);
        if (typeof data === "string") means.out.text(data);
        else means.out.text(means.out.format === "yaml" ? await formatYaml(data) : formatJson(data));
      }),
    );
};

/** Finds the operation of a path: what the contract does not have is not asked for. */
export function callOf(method: string, target: string): Readonly<{ id: OperationId; input: object }> {
  const { pathname, searchParams } = new URL(target.replace(/^\/?(?:api\/v1\/)?/, "/"), "http://berth");
  const wanted = method.toUpperCase();
  for (const [id, operation] of Object.entries(OPERATIONS)) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const pattern = new RegExp(`^${operation.path.replace(/^\/api\/v1/, "").replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
    const values = operation.method === wanted ? pattern.exec(pathname) : null;
    if (values === null) continue;
    const path = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index + 1] ?? "")]));
    return { id: id as OperationId, input: { path, query: Object.fromEntries(searchParams) } };
  }
  throw new UsageError(`There is no operation ${wanted} ${pathname}; the gateway's /docs lists them.`);
}

async function bodyOf(means: Means, { data, file }: Options): Promise<unknown> {
  const text = file === undefined ? data : await readInput(means, file);
  if (text === undefined) return undefined;
  const { parse } = await import("yaml");
  try {
    return parse(text, { maxAliasCount: 0 }) as unknown;
  } catch (fault) {
    throw new UsageError(
      `The body is neither JSON nor YAML: ${fault instanceof Error ? (fault.message.split("\n")[0] ?? "") : ""}`,
    );
  }
}
