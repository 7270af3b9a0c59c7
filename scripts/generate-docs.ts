import { z } from "zod";
import { ERRORS } from "../contract/errors.ts";
import { RESOURCES } from "../contract/resources/all.ts";
import type { ResourceDefinition } from "../contract/resources/definition.ts";
import { writeGenerated } from "./generated-file.ts";

const NOTE = "<!-- Generated from contract/ by make generate; do not edit. -->\n\n";

type Node = Readonly<{
  type?: string;
  description?: string;
  enum?: readonly string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Node;
  properties?: Record<string, Node>;
  required?: readonly string[];
}>;

function limits(node: Node): string {
  const parts = [
    node.enum?.map((value) => `\`${value}\``).join(", "),
    node.minimum === undefined ? undefined : `${node.minimum} to ${node.maximum ?? "any"}`,
    node.maxLength === undefined ? undefined : `at most ${node.maxLength} characters`,
    node.maxItems === undefined ? undefined : `at most ${node.maxItems} items`,
    node.default === undefined ? undefined : `default \`${JSON.stringify(node.default)}\``,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}

function rows(node: Node, prefix: string): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
    const required = node.required?.includes(name) === true ? "yes" : "no";
    const row = `| \`${prefix}${name}\` | ${member.type ?? "any"} | ${required} | ${limits(member)} | ${member.description ?? ""} |`;
    return [row, ...rows(member, `${prefix}${name}.`), ...rows(member.items ?? {}, `${prefix}${name}[].`)];
  });
}

function section(resource: ResourceDefinition): string {
  const table = (schema: z.ZodType): string =>
    [
      "| Field | Type | Required | Limits | Meaning |",
      "|---|---|---|---|---|",
      ...rows(z.toJSONSchema(schema, { target: "openapi-3.0", io: "input" }) as Node, ""),
    ].join("\n");
  const rules = resource.specRules.map((rule) => `- ${rule.message}`).join("\n");
  return `## ${resource.kind} (\`${resource.shortName}\`)\n\n${resource.description}\n\n### spec\n\n${table(resource.spec)}\n\nRules:\n\n${rules}\n\n### status\n\n${table(resource.status)}\n`;
}

writeGenerated("docs/reference/resources.md", `${NOTE}# Custom resources\n\n${RESOURCES.map(section).join("\n")}`);
const errors = Object.entries(ERRORS).map(([code, row]) => `| \`${code}\` | ${row.status} | ${row.sentence} |`);
writeGenerated(
  "docs/reference/errors.md",
  `${NOTE}# Errors\n\n| Code | Status | Sentence |\n|---|---|---|\n${errors.join("\n")}\n`,
);
