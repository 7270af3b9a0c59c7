import { UsageError } from "../output/explain-fault.ts";

/** An environment variable: a value of its own, or that of a secret. */
export type Variable = Readonly<{ name: string; value?: string | null; secret_ref?: string | null }>;
/** What is to be set and removed, as people type it. */
type VariableChange = Readonly<{
  given: readonly string[];
  secret: readonly string[];
  unset: readonly string[];
}>;

/** Sets and removes variables; the others stay, in their order. */
export function changeVariables(present: readonly Variable[], { given, secret, unset }: VariableChange): Variable[] {
  const set = [
    ...given.map((text) => named(text, "VALUE", (name, value) => ({ name, value }))),
    ...secret.map((text) => named(text, "SECRET", (name, value) => ({ name, secret_ref: value }))),
  ];
  const missing = unset.find((name) => !present.some((one) => one.name === name));
  if (missing !== undefined) throw new UsageError(`There is no variable "${missing}" to remove.`);
  const left = new Map(present.map((one) => [one.name, written(one)]));
  for (const one of set) left.set(one.name, one);
  for (const name of unset) left.delete(name);
  return [...left.values()];
}

/** An answer has both members; a body has one. */
function written({ name, value, secret_ref: secret }: Variable): Variable {
  return typeof secret === "string" ? { name, secret_ref: secret } : { name, value: value ?? "" };
}

function named(text: string, what: "VALUE" | "SECRET", make: (name: string, value: string) => Variable): Variable {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`"${text}" is not NAME=${what}.`);
  return make(text.slice(0, at), text.slice(at + 1));
}
