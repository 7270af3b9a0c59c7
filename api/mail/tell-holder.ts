import type { MailFacts, MailNews } from "../../adapters/postgres/identity/mail-store.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";
import type { Context } from "../http/context.ts";

type Coming = Pick<Context, "address" | "userAgent">;
type News = Readonly<{ kind: MailNews; userId: string; about: string }>;

/**
 * Makes the step that tells the holder of an account of a change of what opens it, for the transaction of the change:
 * both are, or none is. Call `wake` of the mailbox once that is committed.
 */
export function tellHolder(
  context: Coming & Pick<Context, "services">,
  { kind, userId, about }: News,
): (db: Queryable) => Promise<void> {
  const facts = factsOf(context, about);
  return async (db) => context.services.mailbox?.tell(db, { kind, userId, facts });
}

/** Says what is done now, by which device and from where. */
export function factsOf({ address, userAgent }: Coming, about = ""): MailFacts {
  return { about, device: userAgent?.slice(0, 500) ?? "", address, at: new Date().toISOString() };
}
