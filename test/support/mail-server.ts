import { SMTPServer } from "smtp-server";

/** A mail that was received, its header and its text. */
export type ReceivedMail = Readonly<{ to: string; messageId: string; subject: string; text: string }>;

/** Receives mails by SMTP on loopback; it can be told to refuse them for a while. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** How many deliveries are still to be refused with 451. */
  refusals = 0;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      logger: false,
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => {
          if (this.refusals > 0) {
            this.refusals -= 1;
            done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
            return;
          }
          const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
          this.received.push({ to, ...parse(Buffer.concat(parts).toString("utf8")) });
          done();
        });
      },
    });
  }

  /** Starts on a free port and returns the address for BERTH_SMTP_URL. */
  async start(): Promise<string> {
    const server = this.#server.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Returns what an address has received, oldest first. */
  of(address: string): ReceivedMail[] {
    return this.received.filter(({ to }) => to === address);
  }
}

function parse(source: string): Omit<ReceivedMail, "to"> {
  const [head = "", ...body] = source.split("\r\n\r\n");
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1] ?? "";
  const raw = body.join("\n\n").replaceAll("\r\n", "\n");
  const text = /quoted-printable/i.test(head) ? unquote(raw) : raw;
  return { messageId: header("Message-ID"), subject: header("Subject"), text };
}

function unquote(text: string): string {
  return text
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
