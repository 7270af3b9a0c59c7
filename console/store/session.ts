import { computed, signal } from "@preact/signals";
import type { Output } from "../../client/operation-types.ts";
import type { Problem } from "../view/problem.ts";

/** Who is signed in. */
type Me = Output<"getMe">;

type Session =
  | Readonly<{ state: "asking" }>
  | Readonly<{ state: "out" }>
  | Readonly<{ state: "unknown"; problem: Problem }>
  | Readonly<{ state: "in"; me: Me }>;

export const session = signal<Session>({ state: "asking" });

/** The organization of what was looked at last. */
export const visited = signal<string | null>(null);

/** The organization that this tab's pages are about, and the role in it: that of what was looked at last, else the chosen one. */
export const organization = computed(() => {
  const now = session.value;
  if (now.state !== "in") return undefined;
  const { organizations, active_organization_id: active } = now.me;
  return [visited.value, active].map((id) => organizations.find((one) => one.id === id)).find(Boolean);
});

/** Says of a call that it is of that organization: the gateway would take the session's, which another tab may have changed. */
export const ownership = computed(() => ({ organization_id: organization.value?.id }));

/** Makes the organization of what a page shows the one that the tab is about: links lead into others than the chosen one. */
export function visit<T extends Readonly<{ organization_id: string | null }>>(one: T): T {
  visited.value = one.organization_id ?? visited.value;
  return one;
}
