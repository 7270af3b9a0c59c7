import { confirm } from "../confirm.ts";
import { isBerthError, type Item } from "../../client/main.ts";
import { findDeployment } from "../find-resource.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { ListView } from "../output/output.ts";
import { readInput } from "../read-input.ts";
import { withYes, type Define } from "./command.ts";

type Secret = Item<"listSecrets">;
type Scope = Readonly<{ deployment?: string }>;

const VIEW: ListView<Secret> = {
  columns: [
    { title: "NAME", of: ({ name }) => name },
    { title: "VERSION", of: ({ version }) => version },
    {
      title: "OF",
      of: ({ deployment_id: deployment }) => (deployment === null ? "organization" : `deployment ${deployment}`),
    },
    { title: "UPDATED", of: ({ updated_at: at }) => at },
  ],
  nameOf: ({ name }) => name,
  none: "There are no secrets that you may see.",
};
const DEPLOYMENT = ["--deployment <deployment>", "of this deployment, not of the organization"] as const;

/** `berth secrets`: names and versions; a value goes in, and never comes out. */
export const define: Define = (command, act) => {
  command
    .command("list", { isDefault: true })
    .description("list them")
    .option(...DEPLOYMENT)
    .action(
      act(async (means, options: Scope) => {
        const query = await scopeOf(means, options);
        await means.out.list(means.berth.pages("listSecrets", { query }), VIEW);
      }),
    );
  command
    .command("set")
    .description(
      "store a value; it is asked for at a terminal, or read from a file or standard input, so that no list of processes has it",
    )
    .argument("<name>", "its name")
    .option(...DEPLOYMENT)
    .option("-f, --file <file>", "file with the value; - reads standard input, as do commands without a terminal")
    .action(
      act(async (means, options: Scope & Readonly<{ file?: string }>, name: string) => {
        if (name.includes("="))
          throw new UsageError("Give the name alone; the value is read from standard input, or from a file with -f.");
        const value = (await readValue(means, name, options.file)).replace(/\r?\n$/, "");
        if (value === "") throw new UsageError("The value is empty.");
        const scope = await scopeOf(means, options);
        const secret = await store(means, { name, value, scope });
        await means.out.result(secret, { sentence: `${name} has version ${secret.version}.`, name });
      }),
    );
  withYes(command.command("delete").description("delete one with all its versions").argument("<name>", "its name"))
    .option(...DEPLOYMENT)
    .action(
      act(async (means, options: Scope & Readonly<{ yes?: boolean }>, name: string) => {
        await confirm(means, `Delete the secret ${name}?`, options.yes);
        const query = await scopeOf(means, options);
        const secret = await means.berth.deleteSecret({ path: { secret_name: name }, query });
        await means.out.result(secret, { sentence: `${name} is deleted.`, name });
      }),
    );
};

/** What is typed at a terminal is asked for there: who sees no question waits, and typed in the open it stays on the screen. */
async function readValue(means: Means, name: string, file: string | undefined): Promise<string> {
  const { host, signal } = means;
  if (file === undefined && host.canAsk) return host.ask(`Value of ${name}: `, signal, true);
  return readInput(means, file ?? "-");
}

type SecretScope = { deployment_id?: string; organization_id?: string };

async function scopeOf(means: Means, { deployment }: Scope): Promise<SecretScope> {
  return deployment === undefined
    ? means.organizationId()
    : { deployment_id: (await findDeployment(means, deployment)).id };
}

/** A new version of what is there, else the first. */
async function store(
  means: Means,
  { name, value, scope }: Readonly<{ name: string; value: string; scope: SecretScope }>,
) {
  try {
    return await means.berth.replaceSecret({ path: { secret_name: name }, query: scope, body: { value } });
  } catch (fault) {
    if (!isBerthError(fault) || fault.code !== "not_found") throw fault;
    return means.berth.createSecret({ body: { name, value, ...scope } });
  }
}
