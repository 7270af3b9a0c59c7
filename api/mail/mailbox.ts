import type { MailFacts, MailNews, MailRequest } from "../../adapters/postgres/identity/mail-store.ts";
import { queueMail, queueNews } from "../../adapters/postgres/identity/mail-store.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";
import { BerthError } from "../../contract/errors.ts";
import { newId } from "../identity/new-id.ts";
import type { TokenOf } from "./mailed-token.ts";

/** Takes mails to be sent; there is none where no mail server is configured. */
export type Mailbox = Readonly<{
  /** Queues a mail, with the caller's transaction if it has one; call `wake` once that is committed. */
  post: (db: Queryable, kind: MailRequest, recipient: string, id?: string) => Promise<void>;
  /** Queues a mail that tells a user of something, the same way. */
  tell: (db: Queryable, news: Readonly<{ kind: MailNews; userId: string; facts: MailFacts }>) => Promise<void>;
  wake: () => void;
  tokenOf: TokenOf;
}>;

/** Creates the mailbox; `wake` tells whoever sends. */
export function createMailbox(tokenOf: TokenOf, wake: () => void): Mailbox {
  return {
    tokenOf,
    wake,
    post: (db, kind, recipient, id = newId()) => queueMail(db, { id, kind, recipient }),
    tell: (db, news) => queueNews(db, { ...news, id: newId() }),
  };
}

/** Refuses what cannot be done without mail. */
export function assertMailbox(mailbox: Mailbox | undefined): Mailbox {
  if (mailbox === undefined) throw new BerthError("mail_not_configured");
  return mailbox;
}
