import type { User } from "../http/principal.ts";
import { ALL_ORGANIZATIONS, type Asking } from "./pages.ts";

/** What a person allowed an application: scopes, in one organization or in all (null). */
export type Consented = Readonly<{ scopes: readonly string[]; organizationId: string | null }>;

/** Reads what the form of the consent says, or why it says nothing that counts; agents write only where that was ticked. */
export function readConsent(
  asking: Asking,
  form: URLSearchParams,
  { memberships }: Pick<User, "memberships">,
): Consented | string {
  const wanted = form.get("organization") ?? "";
  const all = asking.isAgent ? ALL_ORGANIZATIONS : "";
  const organizationId = wanted === all ? null : wanted;
  if (organizationId !== null && !memberships.some((one) => one.organizationId === organizationId))
    return "You do not belong to that organization.";
  const mayWrite = !asking.isAgent || form.get("write") === "yes";
  const scopes = mayWrite ? asking.scopes : asking.scopes.filter((scope) => scope.endsWith(":read"));
  if (scopes.length === 0) return "It asks for nothing but to change things: allow that, or deny it.";
  return { scopes, organizationId };
}
