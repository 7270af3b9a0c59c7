import { tellArchitecture } from "./image-trouble.ts";
import type { PodTrouble } from "./pods-seen.ts";

/** With what is said around it, it fits into a status. */
const MESSAGE_CHARACTERS = 900;
const LINES = 5;
const LINE_CHARACTERS = 160;
// eslint-disable-next-line no-control-regex -- colours begin with this very byte
const TERMINAL_SEQUENCES = /\u001B\[[0-9;?]{0,16}[ -/]{0,4}[@-~]/g;

/** Adds a run's last lines; they may say more than its exit code does. */
export function withLastLines(trouble: PodTrouble, log: string): PodTrouble {
  const lines = tailOf(log);
  if (lines === "") return trouble;
  if (/exec format error/i.test(lines))
    return { ...trouble, reason: "WrongArchitecture", message: tellArchitecture(trouble.run?.image ?? "") };
  return { ...trouble, message: plain(`${trouble.message} Its last lines: ${lines}`), why: trouble.message };
}

/** Cleans and bounds a sentence: names and words of a cluster may hold anything that its owner put there. */
export function plain(text: string): string {
  return printable(text).slice(0, MESSAGE_CHARACTERS);
}

function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]+/gu, " ").trim();
}

/** A program writes what it likes: colours, bytes that are no text, lines without an end. */
function tailOf(log: string): string {
  return log
    .replace(TERMINAL_SEQUENCES, "")
    .split("\n")
    .map(printable)
    .filter((line) => line !== "" && !line.startsWith("unable to retrieve container logs"))
    .slice(-LINES)
    .map((line) => (line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS - 1)}…` : line))
    .join(" | ");
}
