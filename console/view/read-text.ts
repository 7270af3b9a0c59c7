/** How a member of a body is given. */
export type ControlKind =
  | "text"
  | "longText"
  | "whole"
  | "number"
  | "flag"
  | "choice"
  | "json"
  | "lines"
  | "several"
  | "moment"
  | "secret"
  | "rows"
  | "members";

type Read = Readonly<{ value?: unknown; fault?: string }>;

/** Reads what a control has; what is emptied is unset. */
export function readText(kind: ControlKind, text: string): Read {
  return text === "" ? { value: null } : (READERS[kind]?.(text) ?? { value: text });
}

const READERS: Readonly<Partial<Record<ControlKind, (text: string) => Read>>> = {
  flag: (text) => ({ value: text === "true" }),
  several: readLines,
  lines: readLines,
  moment: readMoment,
  json: readJson,
  rows: readJson,
  members: readJson,
  whole: (text) => readNumber(text, Number.isInteger, "give a whole number, such as 2"),
  number: (text) => readNumber(text, Number.isFinite, "give a number, such as 0.5"),
};

function readNumber(text: string, isRight: (value: number) => boolean, fault: string): Read {
  const value = Number(text);
  return isRight(value) ? { value } : { fault };
}

function readLines(text: string): Read {
  const lines = text.split("\n").map((line) => line.trim());
  return { value: lines.filter(Boolean) };
}

/** What controls give is in the reader's zone. */
function readMoment(text: string): Read {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? { fault: "give a date and a time" } : { value: at.toISOString() };
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'give JSON: a list is ["a", "b"], an object {"a": "b"}' };
  }
}
