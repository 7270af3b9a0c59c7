import type { Fault } from "../../client/main.ts";
import { FLAGS } from "../generated/flags.ts";

/** How the members of all bodies are given here; one that has no flag is called by its own name. */
const FLAG_OF: ReadonlyMap<string, string> = new Map(
  Object.values(FLAGS)
    .flat()
    .map(({ member, flag }) => [member, `--${flag}`]),
);
/** A word of a sentence that can be nothing but a member; within another one it has no flag. */
const MEMBER = /(?<!\.)\b[a-z]+(?:_[a-z]+)+\b/g;
/** How a value's kind and limits are said. */
const SHOULD = /^[A-Z][a-z]+ should /;
const VALUE_LENGTH_MAX = 60;

/** Explains one fault of a request in the words of the command line: by the flag, and with what was given. */
export function explainInvalid({ loc, type, msg, input }: Fault): string {
  const [member, ...deeper] = loc.slice(1).map(String);
  const where = member === undefined ? "" : [flagOf(member), ...deeper].join(".");
  if (type === "missing" && where !== "") return `${where} is needed`;
  const sentence = msg
    .replace(/^Value error, /, "")
    .replace(/\.$/, "")
    .replaceAll(MEMBER, flagOf);
  const place = where === "" ? "" : `${where}: `;
  // What is said of a value in its own words names it where that helps.
  return `${place}${sentence}${SHOULD.test(msg) ? givenAs(input) : ""}`;
}

function flagOf(member: string): string {
  return FLAG_OF.get(member) ?? member;
}

function givenAs(input: unknown): string {
  const isShown = (typeof input === "string" || typeof input === "number") && String(input).length <= VALUE_LENGTH_MAX;
  return isShown ? `, not ${JSON.stringify(input)}` : "";
}
