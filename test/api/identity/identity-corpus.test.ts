import { SecretText } from "../../../contract/secret-text.ts";
import { join } from "node:path";
import { expect } from "chai";
import { Secret, TOTP } from "otpauth";
import { readRegistration } from "../../../adapters/second-factors/passkeys.ts";
import { answerInvitation, findOwnInvitation } from "../../../api/identity/answer-invitation.ts";
import { addFactor } from "../../../api/identity/add-factor.ts";
import { admit } from "../../../api/identity/ask-second-factor.ts";
import { auditIdentity } from "../../../api/identity/audit-identity.ts";
import { changeMember } from "../../../api/identity/change-member.ts";
import { createAccount, createProvenAccount, ensureAdmin } from "../../../api/identity/create-account.ts";
import { recognizeDevice, signInPlaceOf } from "../../../api/identity/device-cookie.ts";
import { finishSignIn, pendingLoginOf } from "../../../api/identity/finish-sign-in.ts";
import { meBody } from "../../../api/identity/me.ts";
import { newPendingLogin, passwordMark, pendingLoginCookie } from "../../../api/identity/pending-login.ts";
import { recordChange } from "../../../api/identity/record-change.ts";
import { pendingBody, showsSecondFactor } from "../../../api/identity/show-second-factor.ts";
import { signIn } from "../../../api/identity/sign-in.ts";
import { startSession } from "../../../api/identity/start-session.ts";
import type { Context } from "../../../api/http/context.ts";
import { assertGolden } from "../../support/golden.ts";
import { SoftAuthenticator } from "../../support/soft-authenticator.ts";
import { tellCorpus } from "../../support/render-corpus.ts";
import {
  ACCOUNT,
  FACTOR,
  ORGANIZATION,
  SEAL,
  SESSION_USER,
  TIME,
  USER,
  contextOf,
  tell,
  type Scene,
} from "./identity-scene.ts";

type Case = readonly [scene: Scene, work: (context: Context) => unknown];
type Note = (name: string, answer?: unknown) => () => Promise<unknown>;

const OTHER = "01970000-0000-7000-8000-000000000040";
const heard = (note: Note): object => ({ mailbox: { wake: note("wake"), tell: note("tell") } });
const SECRET = new Secret({ size: 20 }).base32;
const code = (): string => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: Date.now() });

const factor = (members: object = {}): object => ({
  id: FACTOR,
  userId: USER,
  type: "totp",
  name: "phone",
  secret: SEAL.seal(SECRET, FACTOR),
  credentialId: null,
  transports: [],
  counter: 0,
  ...members,
});
const passkey = factor({ type: "passkey", credentialId: "key-1", transports: ["usb"] });
const withFactors = (...rows: readonly object[]): Scene["answers"] => ({
  "UPDATE second_factors": 1,
  "DELETE FROM recovery_codes": 1,
  "FROM recovery_codes": [{ count: 3 }],
  "FROM second_factors": rows,
  "INSERT INTO spent_logins": 1,
});
const none = { "FROM recovery_codes": [{ count: 0 }] };

const invitation = (members: object = {}): never =>
  ({
    id: "i",
    organizationId: ORGANIZATION,
    email: ACCOUNT.email,
    role: "member",
    status: "pending",
    isMailed: true,
    ...members,
  }) as never;
const organization = { id: ORGANIZATION, name: "Acme", slug: "acme" };
const invited = (members: object = {}, more: Scene["answers"] = {}): Scene => ({
  answers: {
    ...more,
    "FROM organizations": [organization],
    "FROM invitations": [invitation(members)],
    "UPDATE users SET email": 1,
  },
  context: { principal: SESSION_USER },
});
const answer = (status: "accepted" | "declined", bodyOf?: (joined: unknown) => unknown) => (context: Context) =>
  answerInvitation(context, invitation(), { ...ACCOUNT }, { status, ...(bodyOf && { bodyOf }) });
const repeated = { request: { principal: "p", key: "k", operation: "o", fingerprint: "f" } };

const INVITATIONS: Readonly<Record<string, Case>> = {
  "a token of nobody": [{}, (context) => findOwnInvitation(context, "invited", ACCOUNT.email)],
  "a token of one's own": [invited(), (context) => findOwnInvitation(context, "invited", ACCOUNT.email)],
  "a token of another": [invited(), (context) => findOwnInvitation(context, "invited", "bob@example.org")],
  accepted: [invited(), answer("accepted")],
  "accepted without mail": [invited({ isMailed: false }), answer("accepted")],
  "accepted by nobody": [{ ...invited(), context: {} }, answer("accepted")],
  declined: [invited(), answer("declined")],
  "answered already": [invited({ status: "declined" }), answer("accepted")],
  "of an organization that has gone": [
    { ...invited(), answers: { "FROM invitations": [invitation()] } },
    answer("accepted"),
  ],
  "that has gone": [{ ...invited(), answers: { "FROM organizations": [organization] } }, answer("accepted")],
  "once per key": [
    { ...invited({}, { "INSERT INTO idempotency_keys": 1 }), context: { principal: SESSION_USER, repeat: repeated } },
    answer("accepted", (joined) => ({ joined })),
  ],
  "of a key, without a body": [
    { ...invited(), context: { principal: SESSION_USER, repeat: repeated } },
    answer("accepted"),
  ],
  overtaken: [
    { ...invited(), context: { principal: SESSION_USER, repeat: repeated } },
    answer("accepted", (joined) => ({ joined })),
  ],
  "changed once": [
    {},
    (context) =>
      recordChange(
        context,
        () => Promise.resolve({ result: 1, audit: {} as never }),
        () => 2,
      ),
  ],
};

const members = (caller: string, member: string, owners: number, isSelf = false): Scene => {
  const rows = isSelf ? [{ id: USER, role: member }] : [{ id: OTHER, role: member }];
  return {
    answers: {
      "FROM organizations": [organization],
      "count(*)": [{ count: owners }],
      "FROM memberships m JOIN users": rows,
    },
    context: { principal: { ...SESSION_USER, role: caller } },
  };
};
/** The database answers by whom it is asked about: the caller, or the member. */
const between = (caller: string | undefined, member: string | undefined, owners = 2, isSelf = false): Scene => {
  const scene = members(caller ?? "", member ?? "", owners, isSelf);
  const rows = (id: unknown): object[] => {
    if (isSelf || id !== USER) return member === undefined ? [] : [{ id: isSelf ? USER : OTHER, role: member }];
    return caller === undefined ? [] : [{ id: USER, role: caller }];
  };
  return { ...scene, services: { pool: poolOf(rows, owners) } };
};
function poolOf(memberOf: (id: unknown) => object[], owners: number): object {
  const query = (text: string | { text: string }, values: readonly unknown[] = []): Promise<object> => {
    const plain = typeof text === "string" ? text : text.text;
    const rows = plain.includes("FROM organizations")
      ? [organization]
      : plain.includes("count(*)")
        ? [{ count: owners }]
        : plain.includes("FROM memberships m")
          ? memberOf(values[1])
          : [];
    return Promise.resolve({ rows, rowCount: rows.length });
  };
  return {
    query,
    connect: () => Promise.resolve({ query, release: () => undefined, on: () => undefined, off: () => undefined }),
  };
}
const change =
  (role: string | undefined, isSelf = false) =>
  async (context: Context) => {
    let written = "nothing";
    const done = await changeMember(context, { organizationId: ORGANIZATION } as never, isSelf ? USER : OTHER, {
      role,
      ifMatch: undefined,
      write: (_db, { role: before }) => {
        written = `${before} becomes ${role ?? "nobody"}`;
        return Promise.resolve();
      },
    });
    return { done, written };
  };
const ROLES = ["owner", "admin", "member"];
const MEMBERS: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    ROLES.flatMap((caller) =>
      ROLES.flatMap((member) =>
        ["owner", "viewer", undefined].map((role): [string, Case] => [
          `${caller} makes ${member} ${role ?? "leave"}`,
          [between(caller, member), change(role)],
        ]),
      ),
    ),
  ),
  ...Object.fromEntries(
    ROLES.flatMap((role) =>
      [1, 2].flatMap((owners) =>
        ["owner", "viewer", undefined].map((after): [string, Case] => [
          `${role} of ${owners} owners becomes ${after ?? "nobody"}`,
          [between(role, role, owners, true), change(after, true)],
        ]),
      ),
    ),
  ),
  "of an organization that has gone": [{ context: { principal: SESSION_USER } }, change("viewer")],
  "that has gone": [between("owner", undefined), change("viewer")],
  "of a caller who has gone": [between(undefined, "member"), change("viewer")],
  "of nobody": [{}, change("viewer")],
};

const pending = (more: object = {}): string =>
  pendingLoginCookie
    .write(
      { ...newPendingLogin({ purpose: "login", userId: USER, passwordMark: passwordMark("HASH") }), ...more },
      { secretSeal: SEAL, isSecure: false },
    )
    .split(";")[0] ?? "";
const by = (more: object, shown: () => object, scene: Scene = {}): Case => [
  { answers: withFactors(factor()), ...scene, context: { cookies: pending(more), ...scene.context } },
  (context) => finishSignIn(context, shown()),
];
const device = `berth_device=${"A".repeat(43)}`;
const start = (how: Parameters<typeof startSession>[2]) => (context: Context) => startSession(context, ACCOUNT, how);
const enter = (context: Context): unknown => signIn(context, { email: "Ann@Example.org", password: "secret" });
const account =
  (members: object | null, password = true) =>
  (note: Note): object => ({
    identity: { findUserByEmail: note("findUserByEmail", members === null ? null : { ...ACCOUNT, ...members }) },
    passwords: { verify: note("verify", password) },
  });

const SIGN_INS: Readonly<Record<string, Case>> = {
  "by password": [{ answers: none }, enter],
  "by a wrong password": [{ answers: none, services: account({}, false) }, enter],
  "of nobody": [{ answers: none, services: account(null, false) }, enter],
  "of an account without a password": [{ answers: none, services: account({ passwordHash: null }) }, enter],
  "of an address that is not proven": [{ answers: none, services: account({ emailVerifiedAt: null }) }, enter],
  "of an address that is not proven, where there is mail": [
    { answers: none, services: (note: Note) => ({ ...account({ emailVerifiedAt: null })(note), ...heard(note) }) },
    enter,
  ],
  "by a wrong password, where there is mail": [
    { answers: none, services: (note: Note) => ({ ...account({}, false)(note), ...heard(note) }) },
    enter,
  ],
  "with a second factor to come": [{ answers: withFactors(factor()) }, enter],
  "with a second factor to come, and no codes": [{ answers: { ...none, "FROM second_factors": [passkey] } }, enter],
  "by a provider": [{ answers: none }, (context) => admit(context, ACCOUNT)],
  "by a provider, with a second factor to come": [
    { answers: withFactors(passkey, factor()) },
    (context) => admit(context, ACCOUNT),
  ],
  "finished by a code": by({}, () => ({ code: code() })),
  "finished by a wrong code": by({}, () => ({ code: "000000x" })),
  "finished by a code that was taken": by({}, () => ({ code: code() }), {
    answers: { ...withFactors(factor()), "UPDATE second_factors": 0 },
  }),
  "finished by a recovery code": by({}, () => ({ recovery_code: "2345-2345-2345-2345" })),
  "finished by a recovery code that is none": by({}, () => ({ recovery_code: "x" }), {
    answers: { "DELETE FROM recovery_codes": 0 },
  }),
  "finished by a recovery code, where there is mail": by({}, () => ({ recovery_code: "2345 2345 2345 2345" }), {
    services: heard,
  }),
  "finished by nothing": by({}, () => ({})),
  "finished twice": by({}, () => ({ code: code() }), {
    answers: { ...withFactors(factor()), "INSERT INTO spent_logins": 0 },
  }),
  "finished too late": by({ expiresAtMs: Date.now() - 1 }, () => ({ code: code() })),
  "finished by a proof": by({ purpose: "proof" }, () => ({ code: code() })),
  "finished with another password": by({ passwordMark: passwordMark("OTHER") }, () => ({ code: code() })),
  "finished without a password": by({ passwordMark: null }, () => ({ code: code() })),
  "finished with no password any more": by({}, () => ({ code: code() }), {
    services: (note: Note) => ({ identity: { findUser: note("findUser", { ...ACCOUNT, passwordHash: null }) } }),
  }),
  "finished by nobody": by({}, () => ({ code: code() }), {
    services: (note: Note) => ({ identity: { findUser: note("findUser", null) } }),
  }),
  "not begun": [{}, (context) => pendingLoginOf(context)],
  begun: [
    { context: { cookies: pending() } },
    (context) => ({ ...pendingLoginOf(context), expiresAtMs: 0, passwordMark: "" }),
  ],
  "a session": [{}, start({})],
  "a session where there is TLS": [{ services: { isSecure: true } }, start({})],
  "a session by password": [{}, start({ passwordHash: "HASH" })],
  "a session by a password of before": [
    { services: (note: Note) => ({ sessions: { createIfPassword: note("createIfPassword", false) } }) },
    start({ passwordHash: "HASH" }),
  ],
  "a session by a second factor": [{}, start({ secondFactor: true })],
  "a session of a new account": [{ services: heard }, start({ isNewAccount: true })],
  "a session of an account that was there": [{ services: heard }, start({})],
  "a session in place of another": [
    { context: { proof: { kind: "credential", credential: { via: "session", hash: Buffer.from("old") } } } },
    start({}),
  ],
  "a session beside a key": [
    { context: { proof: { kind: "credential", credential: { via: "api_key", hash: Buffer.from("old") } } } },
    start({}),
  ],
  "a device that is known": [
    { answers: { "UPDATE known_devices": 1 }, context: { cookies: device } },
    (context) => recognizeDevice(context, USER, false),
  ],
  "a device that is unknown": [{ context: { cookies: device } }, (context) => recognizeDevice(context, USER, false)],
  "a device where there is TLS": [
    { context: { cookies: device, userAgent: null }, services: { isSecure: true } },
    (context) => recognizeDevice(context, USER, false),
  ],
  "a device with a long name": [
    { context: { userAgent: "x".repeat(501) } },
    (context) => recognizeDevice(context, USER, true),
  ],
  "a place": [{ context: { cookies: device, address: "2001:db8::1" } }, (context) => signInPlaceOf(context, "a")],
  "a place of TLS": [
    { context: { cookies: `__Host-${device}` }, services: { isSecure: true } },
    (context) => signInPlaceOf(context, "a"),
  ],
  "a place with a token that is none": [
    { context: { cookies: "berth_device=x" } },
    (context) => signInPlaceOf(context, "a"),
  ],
};

const waits = newPendingLogin({ purpose: "login", userId: USER, passwordMark: null });
const shows = (shown: () => object, challenge?: string) => (context: Context) =>
  showsSecondFactor(context, USER, shown(), challenge);
const FACTORS: Readonly<Record<string, Case>> = {
  "shown: a code of a passkey": [{ answers: withFactors(passkey) }, shows(() => ({ code: code() }))],
  "shown: a code of the second": [{ answers: withFactors(passkey, factor()) }, shows(() => ({ code: code() }))],
  "shown: a code beside a recovery code": [
    { answers: withFactors(factor()) },
    shows(() => ({ code: code(), recovery_code: "x" })),
  ],
  "shown: a passkey without a challenge": [
    { answers: withFactors(passkey) },
    shows(() => ({ passkey: { id: "key-1" } })),
  ],
  "shown: a passkey of nobody": [{ answers: withFactors(passkey) }, shows(() => ({ passkey: { id: "key-2" } }), "c")],
  "shown: a passkey without a page": [
    { answers: withFactors(passkey), services: { config: {} } },
    shows(() => ({ passkey: { id: "key-1" } }), "c"),
  ],
  "shown: a passkey that is none": [
    { answers: withFactors(passkey) },
    shows(() => ({ passkey: { id: "key-1" } }), "c"),
  ],
  "shown: a passkey that an app has": [
    { answers: withFactors(factor()) },
    shows(() => ({ passkey: { id: null } }), "c"),
  ],
  "to show: all": [
    { answers: withFactors(passkey, factor()) },
    (context) => pendingBody(context, { ...waits, challenge: "abcd" }),
  ],
  "to show: a code": [
    { answers: { ...none, "FROM second_factors": [factor()] } },
    (context) => pendingBody(context, waits),
  ],
  "to show: a passkey without a page": [
    { answers: withFactors(passkey), services: { config: {} } },
    (context) => pendingBody(context, waits),
  ],
  added: [{}, (context) => addFactor(context, { userId: USER, type: "totp", name: "phone", secret: SECRET })],
  "added, one too many": [
    { answers: withFactors(...Array.from({ length: 10 }, () => factor())) },
    (context) => addFactor(context, { userId: USER, type: "totp", name: "phone", secret: SECRET }),
  ],
};

const stores =
  (isFree: boolean, known: object | null = null) =>
  (note: Note): object => ({
    identity: { createAccount: note("createAccount", isFree), findUserByEmail: note("findUserByEmail", known) },
  });
const ADMIN = { email: "Admin@example.org", password: new SecretText("secret") };
const membership = {
  organizationId: ORGANIZATION,
  role: "owner",
  slug: "acme",
  isPersonal: true,
  execEnabled: true,
  alertsEnabled: true,
};
const target = { kind: "ApiKey", id: "k", members: ["name"] } as const;
const ACCOUNTS: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    [true, false].flatMap((isFree) =>
      [true, false].map((isPlatformAdmin): [string, Case] => [
        `${isFree ? "free" : "taken"}${isPlatformAdmin ? ", an admin" : ""}`,
        [
          { services: (note: Note) => ({ ...stores(isFree)(note), passwords: { hash: note("hash", "HASH") } }) },
          (context) =>
            createAccount(context.services, { email: "Ann@Example.org", name: "Ann", password: "p", isPlatformAdmin }),
        ],
      ]),
    ),
  ),
  proven: [
    { services: stores(true) },
    (context) => createProvenAccount(context.services, { email: "A@b", name: "A", avatarUrl: "u" }),
  ],
  "proven, and taken": [
    { services: stores(false) },
    (context) => createProvenAccount(context.services, { email: "A@b", name: "A", avatarUrl: null }),
  ],
  "the first admin": [{ services: stores(true) }, (context) => ensureAdmin(context.services, ADMIN)],
  "the first admin, again": [{ services: stores(true, ACCOUNT) }, (context) => ensureAdmin(context.services, ADMIN)],
  "the first admin, by two": [{ services: stores(false) }, (context) => ensureAdmin(context.services, ADMIN)],
  audited: [{ context: { principal: SESSION_USER } }, (context) => auditIdentity(context, target, "succeeded")],
  "audited for another": [
    {},
    (context) => auditIdentity(context, { ...target, actorUserId: OTHER, organizationId: ORGANIZATION }, "refused"),
  ],
  ...Object.fromEntries(
    [ACCOUNT, null].map((found): [string, Case] => [
      `who ${found === null ? "nobody" : "somebody"} is`,
      [
        {
          services: (note: Note) => ({
            identity: {
              findUser: note("findUser", found),
              organizationsOf: note(
                "organizationsOf",
                [ORGANIZATION, OTHER].map((id) => ({
                  organization: { ...organization, id, createdAt: TIME, updatedAt: TIME },
                  role: "owner",
                })),
              ),
            },
          }),
        },
        (context) => meBody(context, { ...SESSION_USER, memberships: [membership] } as never),
      ],
    ]),
  ),
};

const GROUPS = {
  invitations: INVITATIONS,
  members: MEMBERS,
  "sign-ins": SIGN_INS,
  factors: FACTORS,
  accounts: ACCOUNTS,
};

describe("A passkey that is shown", function () {
  this.timeout(300_000);

  it("is one of the account's, made for these pages, and signs what was asked", async () => {
    const origin = "https://berth.example.org";
    const party = { id: "berth.example.org", origin };
    const challenge = Buffer.alloc(32, 7);
    const asked = { challenge: challenge.toString("base64url") };
    const device = new SoftAuthenticator(origin);
    const made = await readRegistration(party, device.create(asked), challenge);
    const secret = SEAL.seal(made?.publicKey.toString("base64url") ?? "", FACTOR);
    const row = { ...passkey, credentialId: made?.credentialId, counter: 0, secret };
    const counters: unknown[] = [];
    const shown = async (options: object, of: string | undefined): Promise<boolean> => {
      const { context, asked: statements } = contextOf({ answers: withFactors(factor(), row) });
      const isRight = await showsSecondFactor(context, USER, { passkey: device.get({ ...options }) }, of);
      counters.push(statements.find((one) => JSON.stringify(one).includes("UPDATE second_factors")));
      return isRight;
    };
    expect(await shown(asked, asked.challenge)).to.equal(true);
    expect(counters.pop()).to.include(FACTOR).and.to.include(1);
    expect(await shown({ challenge: "b3RoZXI" }, asked.challenge)).to.equal(false);
    expect(await shown(asked, undefined)).to.equal(false);
    expect(counters).to.deep.equal([undefined, undefined]);
  });
});

describe("What is done with accounts, sessions and memberships", function () {
  this.timeout(300_000);

  for (const [name, group] of Object.entries(GROUPS))
    it(`comes to what is written down: ${name}`, async () => {
      const told = new Map<string, object>();
      for (const [of, [scene, work]] of Object.entries(group)) told.set(of, await tell({ ...scene }, work));
      const cases = Object.fromEntries(Object.keys(group).map((of) => [of, of]));
      const text = tellCorpus({ base: "", cases, render: (of) => told.get(of) });
      assertGolden(join(import.meta.dirname, "__golden__", `${name}.txt`), text);
    });
});
