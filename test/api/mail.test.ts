import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import type { PoolClient } from "pg";
import {
  claimMails,
  closeMail,
  queueAlerts,
  queueMail,
  type ClaimedMail,
} from "../../adapters/postgres/identity/mail-store.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";
import { hashToken, newApiKey } from "../../api/identity/api-key-format.ts";
import { newSessionToken, sessionCookie } from "../../api/identity/session-token.ts";
import { eventually } from "../support/eventually.ts";
import type { MailServer, ReceivedMail } from "../support/mail-server.ts";
import { clientOf, PASSWORD, personOf, type Answer, type Client, type Person } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { startMailScene, type MailScene } from "./mail-scene.ts";

const NEW_PASSWORD = "staple battery horse";

describe("mail", function () {
  this.timeout(300_000);
  let scene: MailScene;
  let gateway: TestGateway;
  let mails: MailServer;
  let anonymous: Client;

  before(async () => {
    scene = await startMailScene();
    ({ gateway, mails } = scene);
    anonymous = clientOf(gateway.url);
  });
  after(() => scene.stop());

  const mailTo = async (address: string, subject: string): Promise<ReceivedMail> =>
    eventually(() => {
      const mail = mails.of(address).findLast((one) => one.subject === subject);
      expect(mail, `no "${subject}" for ${address}`).to.not.equal(undefined);
      return mail!;
    });
  const tokenOf = ({ text }: ReceivedMail): string => /"token":"([^"]+)"/.exec(text)?.[1] ?? "";
  const login = (email: string, password: string): Promise<Answer> =>
    anonymous("POST", "/auth/login", { email, password });
  const isVerified = async (account: Person): Promise<unknown> =>
    (await account.session("GET", "/auth/me")).body["email_verified"];
  /** Starts a session, as each registration did in releases before. */
  const sessionOf = async (email: string): Promise<string> => {
    const { services } = gateway;
    const user = await services.identity.findUserByEmail(email);
    const [token, expiresAt] = [newSessionToken(), new Date(Date.now() + 3_600_000)];
    const of = { id: randomUUID(), tokenHash: hashToken(token), userId: user?.id ?? "", expiresAt };
    await services.sessions.create({ ...of, userAgent: null, ip: "127.0.0.1", secondFactor: false });
    return sessionCookie(token, expiresAt, services.isSecure).split(";")[0] ?? "";
  };
  /** Somebody who is signed in though nothing has shown that they read the mail of their address. */
  const earlyPerson = async (): Promise<Person> => {
    const email = `early-${randomBytes(6).toString("hex")}@example.org`;
    await anonymous("POST", "/auth/register", { email, password: PASSWORD, name: "Early" });
    return personOf(gateway.url, email, await sessionOf(email));
  };
  const withCookieOf = (answer: Answer): Client =>
    clientOf(gateway.url, { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" });
  const locOf = ({ status, body }: Answer): unknown => [status, (body["detail"] as { loc: string[] }[])[0]?.loc];
  const prove = (person: Person): Promise<unknown> =>
    gateway.services.pool.query("UPDATE users SET email_verified_at = now() WHERE id = $1", [person.userId]);
  /** Gives an account a key as a release before did, and tells what that key opens. */
  const keyOf = async ({ userId }: Person): Promise<() => Promise<number>> => {
    const key = newApiKey();
    const rest = {
      organizationId: null,
      description: null,
      scopes: null,
      expiresAt: null,
      keyPrefix: "brt_early",
      secondFactor: false,
    };
    const { apiKeys } = gateway.services;
    await apiKeys.create({ ...rest, id: randomUUID(), userId, name: "early", keyHash: hashToken(key) });
    return async () => (await clientOf(gateway.url, { "x-api-key": key })("GET", "/auth/me")).status;
  };

  it("answers a registration alike whether the address has an account, tells its holder by mail, and lets nobody in", async () => {
    const [email, password] = [`twice-${randomBytes(6).toString("hex")}@example.org`, PASSWORD];
    const register = (address: string, name: string): Promise<Answer> =>
      anonymous("POST", "/auth/register", { email: address, password: `${password} of ${name}`, name });
    const answers = [await register(email, "Ada"), await register(email.toUpperCase(), "Eve")];
    for (const { status, text, headers } of answers)
      expect([status, text, headers.getSetCookie()]).to.deep.equal([201, answers[0]?.text, []]);
    expect(answers[0]?.body).to.include({ user: null, expires_at: null });
    const before = [await login(email, `${password} of Ada`), await login(email, `${password} of Eve`)];
    expect(before.map(({ status }) => status)).to.deep.equal([401, 401]);
    expect(before[0]?.body["detail"]).to.equal(before[1]?.body["detail"]);
    const told = await mailTo(email, "You have an account already");
    expect(told.text).to.contain("/auth/password/forgot").and.to.contain(email);
    const token = tokenOf(await mailTo(email, "Verify your e-mail address"));
    const verified = await anonymous("POST", "/auth/email/verify", { token, password: `${password} of Ada` });
    expect(verified.status).to.equal(200);
    const after = [await login(email, `${password} of Ada`), await login(email, `${password} of Eve`)];
    expect(after.map(({ status }) => status)).to.deep.equal([200, 401]);
  });

  it("verifies the address of a new account, once, by the token that was mailed", async () => {
    const account = await earlyPerson();
    expect(await isVerified(account)).to.equal(false);
    const mail = await mailTo(account.email, "Verify your e-mail address");
    expect(mail.text).to.include("curl -X POST http://platform.example.org/api/v1/auth/email/verify");
    const token = tokenOf(mail);
    expect(locOf(await anonymous("POST", "/auth/email/verify", { token: `${token}x` }))).to.deep.equal([
      422,
      ["body", "token"],
    ]);
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => anonymous("POST", "/auth/email/verify", { token, password: PASSWORD })),
    );
    expect(tries.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 9 }, () => 422)]);
    const back = withCookieOf(await login(account.email, PASSWORD));
    expect((await back("GET", "/auth/me")).body["email_verified"]).to.equal(true);
    const again = await back("POST", "/auth/email/verification");
    expect([again.status, again.body["code"]]).to.deep.equal([409, "conflict"]);
  });

  it("mails another token on request", async () => {
    const account = await earlyPerson();
    const first = await mailTo(account.email, "Verify your e-mail address");
    await scene.queueIsEmpty();
    expect((await account.session("POST", "/auth/email/verification")).status).to.equal(200);
    await eventually(() => expect(mails.of(account.email)).to.have.length(2));
    const second = await mailTo(account.email, "Verify your e-mail address");
    expect(tokenOf(second)).to.not.equal(tokenOf(first));
    expect((await anonymous("POST", "/auth/email/verify", { token: tokenOf(second) })).status).to.equal(200);
    expect((await anonymous("POST", "/auth/email/verify", { token: tokenOf(first) })).status).to.equal(422);
  });

  it("lets whoever reads the mail choose a new password, once, and ends every session", async () => {
    const account = await earlyPerson();
    const known = await anonymous("POST", "/auth/password/forgot", { email: account.email.toUpperCase() });
    const unknown = await anonymous("POST", "/auth/password/forgot", { email: "nobody@example.org" });
    expect([known.status, known.text]).to.deep.equal([unknown.status, unknown.text]);
    const token = tokenOf(await mailTo(account.email, "Choose a new password"));
    const reset = (): Promise<Answer> =>
      anonymous("POST", "/auth/password/reset", { token, new_password: NEW_PASSWORD });
    for (const password of ["short", "unbelievable"]) {
      const refused = await anonymous("POST", "/auth/password/reset", { token, new_password: password });
      expect(locOf(refused), password).to.deep.equal([422, ["body", "new_password"]]);
    }
    expect((await anonymous("POST", "/auth/email/verify", { token })).status, "another purpose").to.equal(422);
    expect((await reset()).status).to.equal(200);
    expect((await reset()).status).to.equal(422);
    expect((await account.session("GET", "/auth/me")).status).to.equal(401);
    expect((await login(account.email, PASSWORD)).status).to.equal(401);
    expect((await login(account.email, NEW_PASSWORD)).status).to.equal(200);
    await scene.queueIsEmpty();
    expect(mails.of("nobody@example.org")).to.deep.equal([]);
  });

  it("refuses a token that is too old", async () => {
    const account = await earlyPerson();
    await anonymous("POST", "/auth/password/forgot", { email: account.email });
    const token = tokenOf(await mailTo(account.email, "Choose a new password"));
    await gateway.services.pool.query("UPDATE mailed_tokens SET expires_at = now() - interval '1 second'");
    const late = await anonymous("POST", "/auth/password/reset", { token, new_password: NEW_PASSWORD });
    expect(locOf(late)).to.deep.equal([422, ["body", "token"]]);
    await prove(account);
    expect((await login(account.email, PASSWORD)).status).to.equal(200);
  });

  it("mails invitations, does not answer their address, and counts one that was accepted as verified", async () => {
    const [owner, guest] = [await earlyPerson(), await earlyPerson()];
    const made = await owner.session<{ slug: string }>("POST", "/organizations", { name: "Harbour\n\nWorks" });
    await prove(owner);
    const invited = await owner.session("POST", `/organizations/${made.body.slug}/invitations`, { email: guest.email });
    expect([invited.status, invited.body["accept_url"]]).to.deep.equal([201, null]);
    const mail = await mailTo(guest.email, "Invitation to Harbour Works");
    const path = /http:\/\/platform.example.org(\/invitations\/[\w-]+)\n/.exec(mail.text)?.[1] ?? "";
    expect((await anonymous("GET", path)).body).to.include({ invited_email: guest.email, status: "pending" });
    const left = await keyOf(guest);
    expect((await guest.session("POST", `${path}/accept`)).status).to.equal(200);
    expect(await isVerified(guest)).to.equal(true);
    expect(await left(), "a key from before the first proof").to.equal(401);
  });

  it("gives nothing that lasts to an account whose address is not proven", async () => {
    const person = await earlyPerson();
    const made = await person.session<{ slug: string }>("POST", "/organizations", { name: "Early" });
    const tries: [string, object][] = [
      ["/api-keys", { name: "early" }],
      [`/organizations/${made.body.slug}/invitations`, { email: "friend@example.org" }],
    ];
    for (const [path, body] of tries) {
      const refused = await person.session("POST", path, body);
      expect([refused.status, refused.body["detail"]], path).to.deep.equal([
        403,
        "Verify your e-mail address first; POST /auth/email/verification mails you another token.",
      ]);
    }
    await prove(person);
    for (const [path, body] of tries) expect((await person.session("POST", path, body)).status, path).to.equal(201);
  });

  describe("the first proof of an address ends what an earlier registrant left", () => {
    it("by a new password: sessions, keys, kubeconfigs", async () => {
      const squatter = await earlyPerson();
      const call = await keyOf(squatter);
      expect(await call()).to.equal(200);
      await anonymous("POST", "/auth/password/forgot", { email: squatter.email });
      const token = tokenOf(await mailTo(squatter.email, "Choose a new password"));
      await anonymous("POST", "/auth/password/reset", { token, new_password: NEW_PASSWORD });
      expect(await call()).to.equal(401);
      expect((await squatter.session("GET", "/auth/me")).status).to.equal(401);
      expect((await login(squatter.email, PASSWORD)).status).to.equal(401);
      expect((await login(squatter.email, NEW_PASSWORD)).status).to.equal(200);
    });

    it("by the token alone: the password, too", async () => {
      const squatter = await earlyPerson();
      const call = await keyOf(squatter);
      const token = tokenOf(await mailTo(squatter.email, "Verify your e-mail address"));
      const stranger = await earlyPerson();
      expect(
        locOf(await anonymous("POST", "/auth/email/verify", { token, password: "not this one at all" })),
      ).to.deep.equal([422, ["body", "password"]]);
      expect((await stranger.session("POST", "/auth/email/verify", { token })).status).to.equal(200);
      expect(await call()).to.equal(401);
      expect((await squatter.session("GET", "/auth/me")).status).to.equal(401);
      expect((await login(squatter.email, PASSWORD)).status).to.equal(401);
    });

    it("by the token in the account's session: all but this session and the password", async () => {
      const person = await earlyPerson();
      const other = clientOf(gateway.url, { cookie: await sessionOf(person.email) });
      const call = await keyOf(person);
      const token = tokenOf(await mailTo(person.email, "Verify your e-mail address"));
      expect((await person.session("POST", "/auth/email/verify", { token })).status).to.equal(200);
      expect(await call()).to.equal(401);
      expect((await other("GET", "/auth/me")).status).to.equal(401);
      expect((await person.session("GET", "/auth/me")).status).to.equal(200);
      expect((await login(person.email, PASSWORD)).status).to.equal(200);
    });

    it("and only the first: a later new password leaves keys, unless it is to end them", async () => {
      const person = await earlyPerson();
      await prove(person);
      const call = await keyOf(person);
      for (const [end_access, status] of [
        [undefined, 200],
        [true, 401],
      ] as const) {
        await scene.queueIsEmpty();
        const before = mails.of(person.email).length;
        await anonymous("POST", "/auth/password/forgot", { email: person.email });
        await eventually(() => expect(mails.of(person.email)).to.have.length(before + 1));
        const token = tokenOf(await mailTo(person.email, "Choose a new password"));
        const reset = { token, new_password: NEW_PASSWORD, end_access };
        expect((await anonymous("POST", "/auth/password/reset", reset)).status).to.equal(200);
        expect(await call()).to.equal(status);
      }
    });
  });

  it("brings every mail, though the server refuses it at first, and keeps no token in Postgres", async () => {
    mails.refusals = 2;
    const email = `late-${randomBytes(6).toString("hex")}@example.org`;
    await anonymous("POST", "/auth/register", { email, password: PASSWORD, name: "Late" });
    await eventually(() => expect(mails.refusals).to.be.lessThan(2));
    // The next attempt is due in 5 s at most; here it is due at once.
    await eventually(async () => {
      await gateway.services.pool.query("UPDATE mails SET next_attempt_at = now()");
      expect(mails.of(email)).to.have.length(1);
    });
    const token = tokenOf(await mailTo(email, "Verify your e-mail address"));
    const { rows } = await gateway.services.pool.query<{ dump: string }>(
      `SELECT string_agg(t, ' ') AS dump FROM (SELECT mails::text AS t FROM mails UNION ALL SELECT mailed_tokens::text FROM mailed_tokens
        UNION ALL SELECT audit_entries::text FROM audit_entries) AS everything`,
    );
    expect(rows[0]?.dump).to.not.include(token);
    expect((await anonymous("POST", "/auth/email/verify", { token })).status).to.equal(200);
  });

  describe("of alerts", () => {
    type Row = Extract<ClaimedMail, { kind: "alerts" }>;
    let person: Person;
    let organizationId: string;

    beforeEach(async () => {
      person = await earlyPerson();
      await prove(person);
      ({ organizationId } = person);
      await eventually(async () => {
        const { rows } = await gateway.services.pool.query("SELECT kind FROM mails WHERE kind <> 'alerts'");
        expect(rows).to.deep.equal([]);
      });
    });
    const newAlert = async (): Promise<string> => {
      const id = randomUUID();
      await gateway.services.pool.query(
        `INSERT INTO alerts (resource_id, organization_id, id, kind, resource_name, rule, message, since)
          VALUES (gen_random_uuid(), $1, $2, 'Deployment', $3, 'memory', 'm', now())`,
        [organizationId, id, `of-${id}`],
      );
      return id;
    };
    const queue = async (ids: readonly string[], ended: readonly string[] = []): Promise<void> => {
      await queueAlerts(gateway.services.pool, organizationId, { started: ids, ended });
      gateway.services.mailbox?.wake();
    };
    const told = (): string[][] =>
      mails.of(person.email).flatMap(({ text }) => {
        const names = text.match(/of-[0-9a-f-]{36}/g);
        return names === null ? [] : [names.map((name) => name.slice(3)).sort()];
      });
    const waiting = async (db: Queryable = gateway.services.pool): Promise<Row[]> =>
      (await db.query<Row>("SELECT * FROM mails WHERE kind = 'alerts' AND recipient = $1", [person.email])).rows;
    /** Works in a transaction that nobody sees the end of. */
    const unseen = async (work: (client: PoolClient) => Promise<void>): Promise<void> => {
      const client = await gateway.services.pool.connect();
      try {
        await client.query("BEGIN");
        await work(client);
      } finally {
        await client.query("ROLLBACK");
        client.release();
      }
    };
    const nowOf = (id: string | undefined): Promise<unknown> =>
      gateway.services.pool.query("UPDATE mails SET next_attempt_at = now() WHERE id = $1", [id]);
    /** Sends a first one, so that the next ones are held back. */
    const sendOne = async (): Promise<Row> => {
      const id = await newAlert();
      await queue([id]);
      return eventually(async () => {
        const [row, ...others] = await waiting();
        expect([told(), row?.facts, others]).to.deep.equal([[[id]], { started: [], ended: [] }, []]);
        return row!;
      });
    };

    it("are one within some minutes, which tells of all that came meanwhile, and leave nothing behind", async () => {
      const { id: row } = await sendOne();
      const ids = await Promise.all(Array.from({ length: 6 }, newAlert));
      await Promise.all(ids.map((id) => queue([id], [id])));
      expect((await waiting()).map(({ id, facts }) => [id, facts.started.length, facts.ended.length])).to.deep.equal([
        [row, 6, 6],
      ]);
      expect(told()).to.have.length(1);
      await nowOf(row);
      gateway.services.mailbox?.wake();
      await eventually(() => expect(told()[1]).to.deep.equal([...ids, ...ids].sort()));
      await eventually(async () => {
        const [left] = await waiting();
        expect(left?.facts).to.deep.equal({ started: [], ended: [] });
      });
      await nowOf(row);
      gateway.services.mailbox?.wake();
      await eventually(async () => expect(await waiting()).to.deep.equal([]));
      expect(told()).to.have.length(2);
    });

    it("lose nothing that comes while one is being sent, and are the same mail where it is not known that it was", async () => {
      const row = await sendOne();
      const [first, second] = [await newAlert(), await newAlert()];
      await queue([first]);
      const [claimed] = await waiting();
      await queue([second]);
      const { pool } = gateway.services;
      await closeMail(pool, claimed!, { isSent: true, holdMs: 300_000 });
      expect((await waiting()).map(({ facts }) => facts)).to.deep.equal([{ started: [second], ended: [] }]);
      // Nobody else is to take it meanwhile.
      await unseen(async (client) => {
        await closeMail(client, claimed!, { isSent: false, holdMs: 300_000 });
        expect((await waiting(client)).map(({ facts }) => facts)).to.deep.equal([{ started: [second], ended: [] }]);
        await closeMail(client, (await waiting(client))[0]!, { isSent: false, holdMs: 300_000 });
        expect(await waiting(client), "nothing to say, and nothing came").to.deep.equal([]);
      });
      // Dead after it was sent: it is there as it was.
      for (const times of [1, 2]) {
        await pool.query("UPDATE mails SET facts = $2, next_attempt_at = now() WHERE id = $1", [
          row.id,
          JSON.stringify({ started: [first], ended: [] }),
        ]);
        gateway.services.mailbox?.wake();
        await eventually(() => expect(told().filter(([id]) => id === first)).to.have.length(times));
        await eventually(async () => expect((await waiting())[0]?.facts.started).to.deep.equal([]));
      }
      const [before, one, again] = mails
        .of(person.email)
        .filter(({ text }) => text.includes("of-"))
        .map(({ messageId }) => messageId);
      expect(one).to.equal(again).and.to.not.equal(before);
    });

    it("hold no more than the newest few hundred", async () => {
      await sendOne();
      const ids = Array.from({ length: 700 }, () => randomUUID());
      await queue(ids.slice(0, 300));
      await queue(ids.slice(300));
      expect((await waiting()).map(({ facts }) => facts.started)).to.deep.equal([ids.slice(-500)]);
    });

    it("come after all others", async () => {
      await unseen(async (client) => {
        await queueAlerts(client, organizationId, { started: [randomUUID()], ended: [] });
        await queueMail(client, { id: randomUUID(), kind: "reset_password", recipient: person.email });
        await client.query(
          `UPDATE mails SET next_attempt_at = now() - CASE kind WHEN 'alerts' THEN interval '1 hour' ELSE interval '1 second' END
            WHERE recipient = $1`,
          [person.email],
        );
        const claims = [await claimMails(client, 1, 60_000), await claimMails(client, 1, 60_000)];
        expect(claims.map(([mail]) => mail?.kind)).to.deep.equal(["reset_password", "alerts"]);
      });
    });
  });

  it("says that it is not configured where it is not", async () => {
    const mute = await startTestGateway();
    try {
      const answer = await clientOf(mute.url)("POST", "/auth/password/forgot", { email: "ada@example.org" });
      expect([answer.status, answer.body["code"]]).to.deep.equal([409, "mail_not_configured"]);
    } finally {
      await mute.stop();
    }
  });
});
