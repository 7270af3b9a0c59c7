import { join } from "node:path";
import { expect } from "chai";
import { activeMembership } from "../../../api/identity/active-organization.ts";
import { adminOrganizationBody } from "../../../api/identity/admin-organization-body.ts";
import { apiKeyAnswer, apiKeyBody, newApiKeyBody } from "../../../api/identity/api-key-body.ts";
import { apiKeyPrefix, hashToken, isAccessToken, isApiKey, newApiKey } from "../../../api/identity/api-key-format.ts";
import { assertNotWider, assertOwnSecret } from "../../../api/identity/assert-key-scope.ts";
import { assertPassword } from "../../../api/identity/assert-password.ts";
import { invitationBody, invitationPreview, maskEmail } from "../../../api/identity/invitation-body.ts";
import { membershipOf } from "../../../api/identity/membership-of.ts";
import { newId } from "../../../api/identity/new-id.ts";
import { memberBody, organizationAnswer, organizationBody } from "../../../api/identity/organization-body.ts";
import { organizationSlug } from "../../../api/identity/organization-slug.ts";
import { newPendingLogin, passwordMark, pendingLoginCookie } from "../../../api/identity/pending-login.ts";
import { hashRecoveryCode, newRecoveryCodes } from "../../../api/identity/recovery-codes.ts";
import {
  clearedSessionCookie,
  isSessionToken,
  newSessionToken,
  readCookies,
  readSessionCookie,
  sessionCookie,
} from "../../../api/identity/session-token.ts";
import { methodsOf } from "../../../api/identity/show-second-factor.ts";
import { signInSettings, toSignInConfig } from "../../../api/identity/sign-in-settings.ts";
import { userBody, wrongPassword } from "../../../api/identity/start-session.ts";
import { z } from "zod";
import { assertGolden } from "../../support/golden.ts";
import { tellCorpus } from "../../support/render-corpus.ts";
import { ACCOUNT, ORGANIZATION, SEAL, TIME, USER } from "./identity-scene.ts";

const golden = (name: string, cases: Readonly<Record<string, () => unknown>>): void =>
  assertGolden(
    join(import.meta.dirname, "__golden__", `${name}.txt`),
    tellCorpus({ base: () => "nothing", cases, render: (work: () => unknown) => ({ is: work() ?? "nothing" }) }),
  );

const OTHER = "01970000-0000-7000-8000-000000000040";
const LATER = new Date("2999-01-01T00:00:00Z");
const key = (members: object = {}): never =>
  ({
    id: "k",
    name: "ci",
    description: "d",
    keyPrefix: "brt_12345678",
    scopes: ["clusters:read"],
    unrestricted: false,
    organizationId: ORGANIZATION,
    expiresAt: LATER,
    createdAt: TIME,
    revokedAt: null,
    lastUsedAt: TIME,
    lastUsedIp: "192.0.2.1",
    version: 3,
    ...members,
  }) as never;
const row = {
  id: ORGANIZATION,
  name: "Acme",
  slug: "acme",
  avatarUrl: "u",
  isSystem: false,
  isPersonal: true,
  execEnabled: true,
  alertsEnabled: true,
  version: 2,
  createdAt: TIME,
  updatedAt: LATER,
  members: 4,
  featureFlags: {},
  quotas: {},
};
const invitation = {
  id: "i",
  organizationId: ORGANIZATION,
  email: "ann@example.org",
  name: "Ann",
  role: "member",
  inviterId: USER,
  isMailed: true,
  status: "pending",
  expiresAt: LATER,
  createdAt: TIME,
  organizationName: "Acme",
  organizationSlug: "acme",
  inviterName: "Bob",
};

describe("The bodies of identity", () => {
  it("are as they are written down", () =>
    golden("bodies", {
      "a key": () => apiKeyBody(key()),
      "a new key": () => newApiKeyBody(key()),
      "a key that ended": () => apiKeyBody(key({ expiresAt: TIME })),
      "a key that ends never": () => apiKeyBody(key({ expiresAt: null })),
      "a key that was revoked": () => apiKeyBody(key({ revokedAt: TIME })),
      "a key of all rights, never used": () => apiKeyBody(key({ unrestricted: true, lastUsedAt: null })),
      "a key's answer": () => apiKeyAnswer(key()),
      organization: () => organizationBody(row, "owner"),
      "an organization's answer": () => organizationAnswer(row, "admin"),
      "a member": () =>
        memberBody({ id: USER, email: "a@b", name: "A", avatarUrl: null, role: "admin", createdAt: TIME }),
      "an organization for admins": () => adminOrganizationBody(row, 1),
      "an organization with more": () =>
        adminOrganizationBody({ ...row, featureFlags: { backups: true }, quotas: { clusters: 1, webhooks: 2 } }, 10),
      "an organization with less": () => adminOrganizationBody({ ...row, featureFlags: { backups: false } }, 2),
      invitation: () => invitationBody(invitation),
      "an invitation before": () => invitationPreview(invitation),
      "masked addresses": () => ["ann@example.org", "a@b@c", "@x", "x", ""].map(maskEmail),
      user: () => userBody(ACCOUNT),
      "a user whose address is not proven": () => userBody({ ...ACCOUNT, emailVerifiedAt: null }),
      "a wrong password": () => wrongPassword({ mailbox: undefined }).publicMessage,
      "a wrong password with mail": () => wrongPassword({ mailbox: {} as never }).publicMessage,
      "all that can be shown": () => [
        methodsOf([], false),
        methodsOf([], true),
        methodsOf([{ type: "passkey" }, { type: "totp" }, { type: "totp" }] as never, true),
        methodsOf([{ type: "passkey" }] as never, false),
      ],
    }));
});

describe("Names, tokens and cookies of identity", () => {
  it("are as they are written down", () => {
    const pair = readCookies(` a=1; a=2;b = x=y ; =c; d; e=`);
    const slugs = ["Acme", "Ärzte & Söhne", "---", "", "a".repeat(40), `${"a".repeat(27)} b`, "  A  b!! "];
    const tokens = ["a".repeat(43), "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}!`, `-_${"A".repeat(41)}`, ""];
    golden("names-and-cookies", {
      slugs: () => slugs.map((name) => organizationSlug(name, ORGANIZATION)),
      "session tokens": () => tokens.map((token) => [token, isSessionToken(token), isAccessToken(token)]),
      cookies: () => [[...pair], [...readCookies(undefined)], [...readCookies("")]],
      "session cookies": () => [
        readSessionCookie("berth_session=a; __Host-berth_session=b", false),
        readSessionCookie("berth_session=a; __Host-berth_session=b", true),
        readSessionCookie("berth_session=", false) ?? "none",
        readSessionCookie(undefined, true) ?? "none",
      ],
      "cleared cookies": () => [clearedSessionCookie(true), clearedSessionCookie(false)],
      "a sealed cookie that is cleared": () => [pendingLoginCookie.clear(true), pendingLoginCookie.clear(false)],
      marks: () => [passwordMark("a"), hashToken("a").toString("hex")],
      prefix: () => apiKeyPrefix("brt_123456789"),
      "recovery codes": () =>
        ["ABCD-efgh", "abcd efgh", "abcdefgh"].map((one) => hashRecoveryCode(one).toString("hex")),
    });
  });

  it("are random where they have to be, and of their form", () => {
    const now = 1_800_000_000_000;
    const id = newId(now);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).to.equal(now);
    const ids = Array.from({ length: 200 }, () => newId(now));
    for (const digits of ["0123456789abcdef", "89ab"] as const) {
      const seen = new Set(ids.map((one) => one[digits.length === 4 ? 19 : 15]));
      expect([...seen].sort().join("")).to.equal(digits);
    }
    const codes = newRecoveryCodes();
    expect(new Set(codes)).to.have.length(10);
    for (const code of codes) expect(code).to.match(/^([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
    expect(newSessionToken())
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(newSessionToken());
    const made = newApiKey();
    expect([made, isApiKey(made)]).to.deep.equal([made, true]);
    expect(made).to.match(/^brt_[0-9A-Za-z]{36}$/);
    for (const wrong of [
      `x${made}`,
      `${made}x`,
      made.slice(0, -1),
      `${made.slice(0, -1)}${made.endsWith("0") ? "1" : "0"}`,
    ])
      expect(isApiKey(wrong), wrong).to.equal(false);
    expect(isApiKey("brt_0000000000000000000000000000000AMHJm")).to.equal(false);
  });

  it("of a session end with it", () => {
    const age = (cookie: string): number => Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    const cookie = sessionCookie("t", new Date(Date.now() + 3_600_000), true);
    expect(cookie).to.match(/^__Host-berth_session=t; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/);
    expect(age(cookie)).to.be.within(3_000, 3_600);
    expect(sessionCookie("t", LATER, false)).to.match(/^berth_session=t; .*Max-Age=\d+$/);
  });

  it("that wait for a second factor open here, once, in time and for nothing else", () => {
    const answering = { secretSeal: SEAL, isSecure: true };
    const waits = newPendingLogin({ purpose: "proof", userId: USER, passwordMark: "m" });
    expect(waits.expiresAtMs - Date.now()).to.be.within(200_000, 300_000);
    expect(Buffer.from(waits.challenge, "base64url")).to.have.length(32);
    const cookie = pendingLoginCookie.write(waits, answering);
    expect(cookie).to.match(
      /^__Host-berth_second_factor=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300; Secure$/,
    );
    const sent = cookie.split(";")[0] ?? "";
    const read = (cookies: string | undefined, isSecure = true, nowMs = waits.expiresAtMs - 1): unknown =>
      pendingLoginCookie.read(cookies, { secretSeal: SEAL, isSecure }, nowMs);
    expect(read(sent)).to.deep.equal(waits);
    expect(read(sent, true, waits.expiresAtMs)).to.equal(undefined);
    expect(pendingLoginCookie.read(sent, answering)).to.deep.equal(waits);
    const strange = (text: string, purpose: string): string =>
      `__Host-berth_second_factor=${SEAL.seal(text, purpose).toString("base64url")}`;
    const whole = JSON.stringify(waits);
    const others = [
      undefined,
      "",
      `${sent}x`,
      sent.slice(0, -4),
      strange(whole, "other"),
      strange("{}", "pending login"),
    ];
    for (const other of [...others, strange("no", "pending login")]) expect(read(other), other).to.equal(undefined);
    expect(read(sent, false), "the plain name").to.equal(undefined);
    expect(read(strange(whole, "pending login"))).to.deep.equal(waits);
  });
});

describe("What a credential may do to keys", () => {
  const user = (members: object = {}): never =>
    ({ via: "api_key", credentialId: "k", scopes: null, limitOrganizationId: null, ...members }) as never;
  const refuses = (work: () => void): string => {
    try {
      work();
      return "may";
    } catch (error) {
      return (error as { publicMessage: string }).publicMessage;
    }
  };
  const wider =
    (asks: object, about: object = {}) =>
    (): string =>
      refuses(() => assertNotWider(user(asks), key(about)));
  const own =
    (asks: object, id = "k") =>
    (): string =>
      refuses(() => assertOwnSecret(user(asks), id));

  it("is as it is written down", () =>
    golden("key-scopes", {
      "a session": wider({ via: "session", scopes: [], limitOrganizationId: OTHER }),
      "a key of all rights": wider({}, { unrestricted: true }),
      "a key of the same": wider({ scopes: ["clusters:read"] }),
      "a key of more": wider({ scopes: ["clusters:write"] }),
      "a key of less": wider({ scopes: ["webhooks:read"] }),
      "a key of one of two": wider({ scopes: ["clusters:read"] }, { scopes: ["clusters:read", "webhooks:read"] }),
      "a key of some, about one of all": wider({ scopes: ["clusters:read"] }, { unrestricted: true }),
      "a key of its organization": wider({ limitOrganizationId: ORGANIZATION }),
      "a key of another organization": wider({ limitOrganizationId: OTHER }),
      "its own secret": own({}),
      "another's secret": own({}, "other"),
      "a token": own({ via: "oauth" }),
      "a session about a secret": own({ via: "session" }, "other"),
      "a common password": () => refuses(() => assertPassword("password", "password1234", [])),
      "a password of its name": () => refuses(() => assertPassword("password", "ann.example.org", ["ann.example.org"])),
      "a password": () => refuses(() => assertPassword("password", "kq8ZrT0plvW2xn", ["ann@example.org"])),
    }));
});

describe("Which organization is meant", () => {
  const memberships = [ORGANIZATION, OTHER, USER].map((organizationId, index) => ({
    organizationId,
    role: "member",
    slug: `o${index}`,
    isPersonal: index === 2,
    execEnabled: true,
    alertsEnabled: true,
  }));
  const user = (members: object = {}): never =>
    ({ kind: "user", memberships, limitOrganizationId: null, activeOrganizationId: null, ...members }) as never;
  const meant = (members: object, requested?: string | null) => (): unknown =>
    activeMembership(user(members), requested).slug;
  const of = (slug: string, who: object) => (): unknown =>
    membershipOf({ principal: user(), operation: { who } } as never, slug).slug;

  it("is as it is written down", () =>
    golden("organizations", {
      "the one that is named": meant({ limitOrganizationId: OTHER }, ORGANIZATION),
      "one of others": meant({}, "x"),
      "none is named": meant({}, null),
      "the key's": meant({ limitOrganizationId: OTHER, activeOrganizationId: ORGANIZATION }),
      "a key's of others": meant({ limitOrganizationId: "x", activeOrganizationId: ORGANIZATION }),
      "the session's": meant({ activeOrganizationId: ORGANIZATION }),
      "a session's of others": meant({ activeOrganizationId: "x" }),
      "nobody's": meant({ memberships: [] }),
      "that of a path": of("o1", { kind: "user" }),
      "that of a path of others": of("x", { kind: "user" }),
      "that of a path for a role": of("o1", { kind: "role", role: "member" }),
      "that of a path for a higher role": of("o1", { kind: "role", role: "admin" }),
    }));
});

describe("The settings of the sign-in", () => {
  const schema = z.object(signInSettings);
  const admin = { BERTH_ADMIN_EMAIL: "Admin@example.org", BERTH_ADMIN_PASSWORD: "kq8ZrT0plvW2xn" };
  const config = (given: object) => (): unknown => toSignInConfig(schema.parse(given));

  it("mean what is written down", () =>
    golden("settings", {
      none: config({}),
      "an admin": config(admin),
      "an admin without a password": config({ BERTH_ADMIN_EMAIL: "a@example.org" }),
      "a password without an admin": config({ BERTH_ADMIN_PASSWORD: admin.BERTH_ADMIN_PASSWORD }),
      optional: config({ BERTH_ADMIN_SECOND_FACTOR: "optional" }),
      numbers: config({
        BERTH_FRESH_PROOF_MINUTES: "2",
        BERTH_LOGIN_LIMIT_PER_ACCOUNT: "3",
        BERTH_LOGIN_LIMIT_PER_HOUR: "4",
        BERTH_LOGIN_LIMIT_PER_ADDRESS: "5",
        BERTH_SESSION_IDLE_HOURS: "6",
        BERTH_SESSION_MAX_DAYS: "7",
      }),
    }));

  it("refuse what is out of bounds", () => {
    const refused = [
      { BERTH_ADMIN_PASSWORD: "kq8ZrT0plvW" },
      { BERTH_ADMIN_PASSWORD: "password1234" },
      { BERTH_ADMIN_PASSWORD: "x1".repeat(129) },
      { BERTH_ADMIN_EMAIL: "a" },
      {
        BERTH_ADMIN_EMAIL: `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(20)}.org`,
      },
      { BERTH_ADMIN_SECOND_FACTOR: "no" },
    ];
    for (const given of refused) expect(schema.safeParse(given).success, JSON.stringify(given)).to.equal(false);
    expect(schema.safeParse({ BERTH_ADMIN_PASSWORD: "kq8ZrT0plvW2" }).success).to.equal(true);
  });
});
