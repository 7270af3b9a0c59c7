import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { auditLogPath } from "../../local/cluster/control-plane.ts";
import type { Right, RightPlace, Verb } from "../../contract/rights.ts";
import type { Platform } from "./platform.ts";

/** A line of the audit log, as far as rights are concerned. */
export type AuditLine = Readonly<{
  verb: string;
  user: Readonly<{ username: string }>;
  objectRef?: Readonly<{ resource?: string; subresource?: string; apiGroup?: string; namespace?: string }>;
  responseStatus?: Readonly<{ code?: number }>;
  annotations?: Readonly<Record<string, string>>;
  requestURI: string;
}>;

/** One verb on one kind in one place, as text: `argocd: patch applications.argoproj.io`. */
type UsedRight = string;

/** Reads what gateway and operator asked of a platform's management cluster so far. */
export async function readAuditLines(platform: Platform): Promise<readonly AuditLine[]> {
  const text = await readFile(auditLogPath(join(platform.homeDir, "management")), "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AuditLine);
}

/** Writes the declared rights down one by one. */
export function spellRights(rights: readonly Right[]): UsedRight[] {
  return rights.flatMap(({ place, group, resources, verbs }) =>
    resources.flatMap((resource) => verbs.map((verb) => spell(place, verb, group, resource))),
  );
}

/** Derives which of the declared rights a user's allowed requests needed; one that no declared right covers is `undeclared`. */
export function usedRights(
  lines: readonly AuditLine[],
  user: string,
  rights: readonly Right[],
): Readonly<{ used: ReadonlySet<UsedRight>; undeclared: ReadonlySet<UsedRight> }> {
  const declared = new Set(spellRights(rights));
  const [used, undeclared] = [new Set<UsedRight>(), new Set<UsedRight>()];
  for (const line of lines.filter((one) => one.user.username === user && one.objectRef?.resource !== undefined)) {
    const { apiGroup = "", namespace = "", resource = "", subresource } = line.objectRef ?? {};
    const kind = subresource === undefined ? resource : `${resource}/${subresource}`;
    for (const verb of verbsOf(line)) {
      const place = placesOf(namespace).find((one) => declared.has(spell(one, verb, apiGroup, kind)));
      if (place === undefined) undeclared.add(spell("cluster", verb, apiGroup, kind));
      else used.add(spell(place, verb, apiGroup, kind));
    }
  }
  return { used, undeclared };
}

/** Server-side apply of what is not there yet needs `create` too; the log calls it a patch. */
function verbsOf({ verb, responseStatus }: AuditLine): readonly Verb[] {
  return verb === "patch" && responseStatus?.code === 201 ? ["patch", "create"] : [verb as Verb];
}

function placesOf(namespace: string): readonly RightPlace[] {
  if (namespace === "argocd") return ["argocd", "cluster"];
  if (namespace === "berth-system") return ["own", "cluster"];
  return namespace.startsWith("org-") ? ["organizations", "cluster"] : ["cluster"];
}

function spell(place: RightPlace, verb: Verb, group: string, resource: string): UsedRight {
  return `${place}: ${verb} ${resource}${group === "" ? "" : `.${group}`}`;
}
