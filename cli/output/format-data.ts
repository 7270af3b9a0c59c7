import { cleanQuoted, isUnclean } from "./clean-text.ts";

/** Formats a value as JSON that a terminal may be given. */
export function formatJson(value: unknown): string {
  return cleanQuoted(JSON.stringify(value ?? null, null, 2));
}

/** Formats a value as YAML that a terminal may be given; a string that it would obey is quoted as in JSON. */
export async function formatYaml(value: unknown): Promise<string> {
  const { Document, Scalar, visit } = await import("yaml");
  const document = new Document(value);
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === "string" && isUnclean(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return cleanQuoted(document.toString({ lineWidth: 0 })).trimEnd();
}
