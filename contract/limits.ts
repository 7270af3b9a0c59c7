import { z } from "zod";

/**
 * Makes limits that mean the same in zod, JSON Schema and Kubernetes: the first two count characters (code points),
 * where zod's own checks count UTF-16 units; zod has no limit for the members of a map.
 */
type Payload = Parameters<z.core.$ZodCheck<string>["_zod"]["check"]>[0];

/** Limits a text to `most` characters. */
export function atMostCharacters(most: number): z.core.$ZodCheck<string> {
  return counting(z.maxLength(most), ({ value, issues }) => {
    if (characters(value) > most)
      issues.push({ code: "too_big", origin: "string", maximum: most, inclusive: true, input: value });
  });
}

/** Demands at least `least` characters of a text. */
export function atLeastCharacters(least: number): z.core.$ZodCheck<string> {
  return counting(z.minLength(least), ({ value, issues }) => {
    if (characters(value) < least)
      issues.push({ code: "too_small", origin: "string", minimum: least, inclusive: true, input: value });
  });
}

// zod's own check is kept as the carrier, because the JSON Schema generator reads the limit from it.
function counting(carrier: z.core.$ZodCheck<string>, check: (payload: Payload) => void): z.core.$ZodCheck<string> {
  carrier._zod.check = check;
  return carrier;
}

/** Counts the characters (code points) of a text. */
export function characters(text: string): number {
  return Array.from(text).length;
}

/** Counts the bytes that a text takes in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Limits the number of members of a map; the schema's meta must state the same number as maxProperties. */
export function atMostProperties(most: number): z.core.$ZodCheck<Record<string, unknown>> {
  const check = z.check<Record<string, unknown>>(({ value, issues }) => {
    if (Object.keys(value).length <= most) return;
    issues.push({ code: "too_big", origin: "record", maximum: most, inclusive: true, input: value });
  });
  // The generator refuses checks that it does not know by name.
  check._zod.def.check = "max_properties";
  return check;
}
