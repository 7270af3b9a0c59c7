import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { MailServer } from "../support/mail-server.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

/** A gateway with mail, and the server that takes its mails. */
export type MailScene = Readonly<{
  gateway: TestGateway;
  mails: MailServer;
  /** Waits until the queue is empty: what was not sent by then was not queued. */
  queueIsEmpty: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/** Starts a gateway that sends mail. */
export async function startMailScene(): Promise<MailScene> {
  const mails = new MailServer();
  const gateway = await startTestGateway({
    env: {
      BERTH_SMTP_URL: await mails.start(),
      BERTH_MAIL_FROM: "berth@platform.example.org",
      BERTH_PUBLIC_URL: "http://platform.example.org/",
    },
  });
  return {
    gateway,
    mails,
    queueIsEmpty: () =>
      eventually(async () => {
        const { rowCount } = await gateway.services.pool.query("SELECT 1 FROM mails");
        expect(rowCount).to.equal(0);
      }),
    stop: async () => {
      await gateway.stop();
      await mails.stop();
    },
  };
}
