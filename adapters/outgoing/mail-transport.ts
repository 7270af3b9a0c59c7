import { createTransport } from "nodemailer";
import type { SecretText } from "../../contract/secret-text.ts";

/** A mail; `id` makes its Message-ID, so that a mail that was sent twice is seen as one. */
type Letter = Readonly<{ id: string; to: string; subject: string; text: string }>;
/** Hands mails to a mail server. */
export type MailTransport = Readonly<{ send: (letter: Letter) => Promise<void>; close: () => void }>;

const TIMEOUT_MS = 10_000;

/** Creates the client of a mail server, smtp(s)://user:password@host:port. */
export function createMailTransport({ url, from }: Readonly<{ url: SecretText; from: string }>): MailTransport {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: url.reveal(), ...timeouts });
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    async send({ id, ...letter }) {
      await transport.sendMail({
        ...letter,
        from: { name: "Berth", address: from },
        messageId: `<${id}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
