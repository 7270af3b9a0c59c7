import { computed, signal } from "@preact/signals";
import { isBerthError } from "../../client/berth-error.ts";
import type { Output } from "../../client/operation-types.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { berth } from "./berth.ts";
import { waitingProof } from "./prove-again.ts";
import { toldOnce } from "./told-once.ts";
import { writePlainly } from "./write-plainly.ts";

/** Who is signed in. */
type Me = Output<"getMe">;

type Session =
  | Readonly<{ state: "asking" }>
  | Readonly<{ state: "out" }>
  | Readonly<{ state: "unknown"; problem: Problem }>
  | Readonly<{ state: "in"; me: Me }>;

export const session = signal<Session>({ state: "asking" });

const visited = signal<string | null>(null);

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

/** Asks who is signed in. */
export function openSession(): void {
  berth.getMe().then(
    (me) => (session.value = { state: "in", me }),
    (error: unknown) => {
      if (isBerthError(error) && error.status === 401) endSession();
      else session.value = { state: "unknown", problem: toProblem(error) };
    },
  );
}

/** Takes note that the session is over: its page is the sign-in's. */
export function endSession(): void {
  // It is for nobody who signs in next.
  toldOnce.value = undefined;
  waitingProof.value?.end(false);
  session.value = { state: "out" };
}

/** Ends the session at the gateway. */
export async function signOut(): Promise<void> {
  await writePlainly("logout");
  endSession();
}

/** Gives a platform admin, who acts as somebody else, their own session back. */
export async function stopActing(): Promise<void> {
  await writePlainly("stopImpersonating");
  openSession();
}

/** Makes another organization the one that pages are about. */
export async function chooseOrganization(id: string): Promise<void> {
  const me = await writePlainly("updateMe", { body: { active_organization_id: id } });
  visited.value = null;
  session.value = { state: "in", me };
}
