import { z } from "zod";
import { bare } from "./schema-at.ts";

const TRUE = ["1", "on", "t", "true", "y", "yes"];
const FALSE = ["0", "off", "f", "false", "n", "no"];
const INTEGER = /^[+-]?[0-9]+(_[0-9]+)*(\.0+)?$/;

/** Reads the texts of a query by the types of its schema, as pydantic does; what cannot be read stays a text. */
export function readQuery(schema: z.ZodObject, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const shape: z.core.$ZodLooseShape = schema.shape;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      readText(Object.hasOwn(shape, name) ? (shape[name] as z.core.$ZodType) : undefined, text),
    ]),
  );
}

function readText(schema: z.core.$ZodType | undefined, text: string): unknown {
  const type = schema === undefined ? undefined : bare(schema);
  if (type instanceof z.ZodBoolean) return readBoolean(text);
  return type instanceof z.ZodNumber ? readInteger(text) : text;
}

function readBoolean(text: string): boolean | string {
  const word = text.toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : text;
}

function readInteger(text: string): number | string {
  const digits = text.trim();
  return INTEGER.test(digits) ? Number(digits.replaceAll("_", "")) : text;
}

/** Reads a query string; of a name that is repeated the last value counts. */
export function queryTexts(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}
