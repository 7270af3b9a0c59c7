import type { MakeText } from "./attack-texts.ts";

const repeat =
  (part: string, before = "", after = ""): MakeText =>
  (length) =>
    before + part.repeat(length / part.length) + after;
const lines =
  (line: (at: number) => string): MakeText =>
  (length) =>
    Array.from({ length: length / line(1000).length }, (_, at) => line(at)).join("\n");

/** Texts that readers of YAML, JSON, names or lists have taken long for, or might. */
export const HOSTILE_TEXTS: readonly MakeText[] = [
  ...Array.from("&!-./:=a0 \n\t\r{}[],\"'\\|>?@%#*~é").map((letter) => repeat(letter)),
  repeat("&", "#"),
  repeat("&", "a: "),
  repeat("!a ", "a: "),
  repeat("&a ", "a: "),
  repeat("- &a 1\n- *a\n"),
  lines((at) => `&b${at} k${at}: *b${at - 1}`),
  repeat("*a,", "a: &a 1\nb: [", "]"),
  lines((at) => `k${at}: 1`),
  repeat("k: 1,", "{", "}"),
  repeat(",", "a: [", "]"),
  repeat("[", "a: "),
  repeat("{? "),
  repeat("? "),
  repeat("- "),
  repeat(": "),
  repeat("<<: "),
  repeat("--- a\n"),
  repeat("%A\n"),
  repeat("# c\n", "a:\n", "  b: 1"),
  repeat(" x\n\n", "a: >\n"),
  repeat("x\n ", 'a: "', '"'),
  repeat(" \n", "a: x", " y"),
  repeat("a: b: c\n"),
  repeat('{"a":', "", "}"),
  repeat('"a",', "[", "]"),
  repeat("\\u0061", '{"a":"', '"}'),
  repeat("1", '{"a":', "}"),
  repeat("é", '{"a":"'),
  repeat("\n", '{"a": '),
  repeat("\r\n", "-----BEGIN CERTIFICATE-----"),
  repeat("a.", "", "!"),
  repeat("a-", "", "!"),
  repeat("a,", "", "!"),
  repeat("/", "https://"),
];
