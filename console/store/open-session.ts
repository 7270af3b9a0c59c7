import { isBerthError } from "../../client/berth-error.ts";
import { toProblem } from "../view/problem.ts";
import { berth } from "./berth.ts";
import { waitingProof } from "./prove-again.ts";
import { organization, session, visited } from "./session.ts";
import { overSession } from "./sign-in-again.ts";
import { toldOnce } from "./told-once.ts";
import { writePlainly } from "./write-plainly.ts";

/** Asks who is signed in. */
export function openSession(): void {
  enterSession().catch((error: unknown) => {
    if (isBerthError(error) && error.status === 401) endSession();
    else session.value = { state: "unknown", problem: toProblem(error) };
  });
}

/** Takes up the session that was begun just now; throws where the gateway cannot be asked. */
export async function enterSession(): Promise<void> {
  const me = await berth.getMe();
  const before = session.peek();
  const isSame = before.state === "in" && before.me.id === me.id;
  const over = overSession.peek();
  if (!isSame) leaveNothing();
  // A new session may begin in another organization: what is begun stays in its own.
  else if (over !== undefined) visited.value = organization.peek()?.id ?? null;
  session.value = { state: "in", me };
  over?.end(isSame);
}

/** It is for nobody who signs in next. */
function leaveNothing(): void {
  visited.value = null;
  toldOnce.value = undefined;
  waitingProof.peek()?.end(false);
}

/** Takes note that nobody is signed in: the page is the sign-in's. */
function endSession(): void {
  leaveNothing();
  session.value = { state: "out" };
  overSession.peek()?.end(false);
}

/** Whoever signs out in one tab leaves nothing in the others, not even behind the sign-in. */
const tabs = new BroadcastChannel("berth-sign-out");
tabs.onmessage = endSession;

/** Ends the session at the gateway. */
export async function signOut(): Promise<void> {
  await writePlainly("logout");
  tabs.postMessage(null);
  endSession();
}

/** Gives a platform admin, who acts as somebody else, their own session back. */
export async function stopActing(): Promise<void> {
  await writePlainly("stopImpersonating");
  await enterSession();
}

/** Makes another organization the one that pages are about. */
export async function chooseOrganization(id: string): Promise<void> {
  const me = await writePlainly("updateMe", { body: { active_organization_id: id } });
  visited.value = null;
  session.value = { state: "in", me };
}
