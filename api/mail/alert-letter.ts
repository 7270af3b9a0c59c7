import type { AlertRow } from "../../adapters/postgres/alerts/alert-store.ts";
import { letter, oneLine, type Text } from "./letters.ts";

const SHOWN_MAX = 20;
const MESSAGE_CHARACTERS_MAX = 500;

/** Tells of alerts that began and that ended; undefined where there is nothing of either. */
export function alertLetter(
  { started, ended }: Readonly<{ started: readonly AlertRow[]; ended: readonly AlertRow[] }>,
  baseUrl: string,
): Text | undefined {
  const parts = [...partOf("Began", started), ...partOf("Ended", ended)];
  if (parts.length === 0) return undefined;
  return {
    subject: subjectOf(started, ended),
    text: letter(
      ...parts,
      `All of them: GET ${baseUrl}/alerts. Which rules hold is said for each deployment and database (…/alert-rules);\nwhether anybody of the organization is told, by alerts_enabled of the organization.`,
    ),
  };
}

function partOf(title: string, alerts: readonly AlertRow[]): string[] {
  if (alerts.length === 0) return [];
  const lines = alerts.slice(0, SHOWN_MAX).map(({ kind, resourceName, rule, message, since }) => {
    const said = message.replaceAll(/\s+/g, " ").slice(0, MESSAGE_CHARACTERS_MAX);
    return `  ${WORDS[kind] ?? kind} ${oneLine(resourceName)}, ${rule}, since ${since.toISOString()}:\n    ${said}`;
  });
  const more = alerts.length > SHOWN_MAX ? [`  and ${alerts.length - SHOWN_MAX} more`] : [];
  return [[`${title}:`, ...lines, ...more].join("\n")];
}

const WORDS: Readonly<Record<string, string>> = { Deployment: "Deployment", DatabaseInstance: "Database" };

function subjectOf(started: readonly AlertRow[], ended: readonly AlertRow[]): string {
  const [first] = [...started, ...ended];
  const count = started.length + ended.length;
  if (count > 1) return `Alerts: ${started.length} began, ${ended.length} ended`;
  const word = started.length === 1 ? "Alert" : "Over";
  return `${word}: ${oneLine(first?.resourceName ?? "")}, ${first?.rule ?? ""}`;
}
