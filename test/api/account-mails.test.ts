import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import type { MailServer, ReceivedMail } from "../support/mail-server.ts";
import { clientOf, newAccount, newKey, PASSWORD, type Account } from "./client.ts";
import type { TestGateway } from "./gateway.ts";
import { startMailScene, type MailScene } from "./mail-scene.ts";
import { addTotp, cookiesOf } from "./second-factor-scene.ts";

const SUBJECTS = {
  key: "An API key of your account",
  signIn: "A sign-in from a new device",
  password: "Your password was changed",
  factor: "A second factor of your account was changed",
} as const;

describe("mails to the holder of an account", function () {
  this.timeout(300_000);
  let scene: MailScene;
  let gateway: TestGateway;
  let mails: MailServer;

  before(async () => {
    scene = await startMailScene();
    ({ gateway, mails } = scene);
  });
  after(() => scene.stop());

  const newHolder = (): Promise<Account> =>
    newAccount(gateway.url, {}, async (email) => {
      const token = await eventually(() => {
        const found = /"token":"([^"]+)"/.exec(mails.of(email)[0]?.text ?? "")?.[1];
        expect(found, "the mail that verifies").to.not.equal(undefined);
        return found;
      });
      await clientOf(gateway.url)("POST", "/auth/email/verify", { token, password: PASSWORD });
    });
  const mailsOf = async ({ email }: Account, subject: string): Promise<ReceivedMail[]> => {
    await scene.queueIsEmpty();
    return mails.of(email).filter((mail) => mail.subject === subject);
  };
  const login = (account: Account, userAgent: string, cookie?: string): Promise<string> =>
    clientOf(gateway.url, { "user-agent": userAgent, ...(cookie && { cookie }) })("POST", "/auth/login", {
      email: account.email,
      password: PASSWORD,
    }).then(cookiesOf);

  it("tell of a new key and of a replaced one, by name, never with the key", async () => {
    const person = await newHolder();
    const { id, key } = await newKey(person.session, { name: "nightly\nbuild" });
    const rotated = await person.session<{ key: string }>("POST", `/api-keys/${id}/rotate`);
    const told = (await mailsOf(person, SUBJECTS.key)).filter(({ text }) => text.includes("nightly build"));
    expect(told).to.have.length(2);
    for (const [index, secret] of [key, rotated.body.key].entries()) {
      expect(told[index]?.text).to.contain(secret.slice(0, 12)).and.contain("From:");
      expect(told[index]?.text).to.not.contain(secret);
    }
  });

  it("tell of a sign-in on a device that was not seen before, not of the account's first, nor of one that is known", async () => {
    const person = await newHolder();
    expect(await mailsOf(person, SUBJECTS.signIn), "registered").to.have.length(0);
    const cookie = await login(person, "Phone/1");
    const [mail] = await mailsOf(person, SUBJECTS.signIn);
    expect(mail?.text).to.contain("Phone/1").and.contain("127.0.0.1").and.contain("/auth/password/forgot");
    await login(person, "Phone/1");
    await login(
      person,
      "Phone/2 (updated)",
      cookie.split("; ").find((one) => one.startsWith("berth_device=")),
    );
    expect(await mailsOf(person, SUBJECTS.signIn), "known by cookie, or alike").to.have.length(1);
    await login(person, "Tablet/1");
    expect(await mailsOf(person, SUBJECTS.signIn)).to.have.length(2);
  });

  it("tell of a changed password and of changed second factors", async () => {
    const person = await newHolder();
    const { factorId, recoveryCodes } = await addTotp(person.session);
    await person.session("POST", "/auth/proof", { recovery_code: recoveryCodes[0] });
    await person.session("DELETE", `/auth/second-factors/${factorId}`);
    const texts = (await mailsOf(person, SUBJECTS.factor)).map(({ text }) => text).join("\n");
    for (const words of ["phone (totp) was added", "a recovery code was used", "one was removed"])
      expect(texts).to.contain(words);
    for (const code of recoveryCodes) expect(texts).to.not.contain(code);
    const change = { current_password: PASSWORD, new_password: "staple battery horse" };
    await person.session("POST", "/auth/password", change);
    expect(await mailsOf(person, SUBJECTS.password)).to.have.length(1);
  });

  it("tell of a password that was chosen by mail; that device is known then", async () => {
    const person = await newHolder();
    const anonymous = clientOf(gateway.url);
    await anonymous("POST", "/auth/password/forgot", { email: person.email });
    const [mail] = await mailsOf(person, "Choose a new password");
    const token = /"token":"([^"]+)"/.exec(mail?.text ?? "")?.[1] ?? "";
    const reset = await anonymous("POST", "/auth/password/reset", { token, new_password: PASSWORD });
    expect(reset.headers.getSetCookie()[0]).to.match(/^berth_device=/);
    expect(await mailsOf(person, SUBJECTS.password)).to.have.length(1);
    await login(person, "Elsewhere/1", cookiesOf(reset));
    expect(await mailsOf(person, SUBJECTS.signIn)).to.have.length(0);
  });
});
