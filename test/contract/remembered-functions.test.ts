import { toArchive } from "../../contract/archive-settings.ts";
import { hasUpwardRanges } from "../../contract/cron-fields.ts";
import { awaitsRequest, isOptionAsked, requestedOptions, sentDeletion } from "../../contract/deletion-options.ts";
import { BerthError, ERRORS, type ErrorCode } from "../../contract/errors.ts";
import * as fields from "../../contract/fields.ts";
import {
  ANNOTATIONS,
  componentLabel,
  databaseSecret,
  deriveHandle,
  handledName,
  idSuffix,
  organizationNamespace,
  organizationSlug,
  readerSecretName,
} from "../../contract/identity.ts";
import {
  decideVersion,
  findOffered,
  mayFollow,
  newestVersion,
  offeredVersions,
  parseVersion,
  upgradeTargets,
} from "../../contract/kubernetes-versions.ts";
import { atMostProperties, characters, utf8Length } from "../../contract/limits.ts";
import { deniedRanges } from "../../contract/node-addresses.ts";
import { canUse } from "../../contract/resources/deployment-members.ts";
import { defaultDatabaseName, defaultVersion } from "../../contract/resources/database-engines.ts";
import { immutable } from "../../contract/resources/definition.ts";
import { retryAfterMs } from "../../contract/resources/deployment-retries.ts";
import { phasesOf, phasesTold, traitsOf } from "../../contract/resources/phase-traits.ts";
import { isStaged } from "../../contract/resources/staged-import.ts";
import { byKind } from "../../contract/resources/all.ts";
import { canonicalUuid, daysIn, emailFault, FORMATS, uuidFault } from "../../contract/rest/formats.ts";
import { etagList, idempotencyKey } from "../../contract/rest/values.ts";
import { credentialPlace } from "../../contract/secret-store.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { rememberDecisions } from "../support/remembered-decisions.ts";

type Text = Readonly<{ text: string }>;
/** Asks a function of one text for all of several. */
function rememberTexts(
  name: string,
  answer: (text: string) => unknown,
  texts: readonly string[] | Readonly<Record<string, string>>,
): void {
  rememberDecisions(name, {
    answer: ({ text }: Text) => answer(text) ?? "undefined",
    scenes: { "the empty text": { text: "" } },
    axes: { text: texts },
    alone: true,
  });
}

const UUID = "01970000-0000-7000-8000-0000000000aF";
const BARE = UUID.replaceAll("-", "");

describe("The formats of REST", () => {
  rememberTexts(
    "format-uuid",
    (text) => ({ fault: uuidFault(text), canonical: canonicalUuid(text), is: FORMATS.uuid(text) }),
    [
      UUID,
      BARE,
      BARE.slice(1),
      `${BARE}0`,
      `{${UUID}}`,
      `{${UUID}`,
      `${UUID}}`,
      "{}",
      "{a}",
      `urn:uuid:${UUID}`,
      `URN:UUID:${UUID}`,
      `a urn:uuid:${UUID}`,
      `urn:uuid:${UUID}x`,
      UUID.replace("0197", "019g"),
      UUID.replace("0197", "🙂019"),
      UUID.replace("-7000", ""),
      UUID.replace("-7000", "-700"),
      UUID.replace("01970000", "0197000"),
      `${UUID}0`,
      `${UUID}-`,
      "ff",
      "-",
    ],
  );
  const label = "a".repeat(63);
  rememberTexts("format-email", (text) => ({ fault: emailFault(text), is: FORMATS.email(text) }), {
    good: "a.b+c@example.org",
    "two at-signs": "a@b@example.org",
    "no at-sign": "example.org",
    "nothing before": "@example.org",
    "nothing after": "a@",
    "64 before": `${"a".repeat(64)}@example.org`,
    "65 before": `${"a".repeat(65)}@example.org`,
    "a blank before": "a b@example.org",
    "a blank in front": " a@example.org",
    "a period in front": ".a@example.org",
    "a period behind": "a.@example.org",
    "two periods": "a..b@example.org",
    "a blank after": "a@exam ple.org",
    "a blank behind": "a@example.org ",
    "an odd sign in front of the domain": "a@!example.org",
    "no period": "a@example",
    "a hyphen in front": "a@-example.org",
    "a hyphen behind": "a@example-.org",
    "an empty label": "a@example..org",
    "a label of 63": `a@${label}.org`,
    "a label of 64": `a@${label}a.org`,
    "labels of one": "a@b.c",
    "254 in all": `${"a".repeat(60)}@${label}.${label}.${"a".repeat(63)}.a`,
    "255 in all": `${"a".repeat(61)}@${label}.${label}.${"a".repeat(63)}.a`,
    "a domain of 253": `a@${label}.${label}.${label}.${"a".repeat(61)}`,
    "a domain of 254": `a@${label}.${label}.${label}.${"a".repeat(62)}`,
  });
  rememberTexts("format-date-time", (text) => FORMATS["date-time"](text), [
    "2026-01-01T00:00:00Z",
    "x2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Zx",
    "2026-01-01T00:00:00.123456789Z",
    "2026-01-01T00:00:00.1234567890Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T23:59:59+23:59",
    "2026-01-01T23:59:59-00:00",
    "2026-01-01T23:59:59+24:00",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-31T00:00:00Z",
    "2026-01-32T00:00:00Z",
    "2026-04-30T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "2024-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z",
    "2026-12-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
  ]);
  rememberDecisions("format-days", {
    answer: ({ year, month }: Readonly<{ year: number; month: number }>) => daysIn(year, month),
    scenes: { "a month": { year: 2_026, month: 1 } },
    axes: { year: [2_024, 2_100, 2_000], month: [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] },
  });
  const accepts = (schema: { safeParse: (value: unknown) => { success: boolean; data?: unknown } }, value: unknown) => {
    const { success, data } = schema.safeParse(value);
    return success ? data : "refused";
  };
  rememberTexts("format-headers", (text) => ({ key: accepts(idempotencyKey, text), etags: accepts(etagList, text) }), [
    "a",
    '"a"',
    'a"',
    "a b",
    "x".repeat(128),
    "x".repeat(129),
    "*",
    'W/"a"',
    '"a", "b"',
    '"a","b"',
    '"a" "b"',
    '* , "a"',
  ]);
  rememberTexts(
    "format-lines",
    (text) => ({ upwards: hasUpwardRanges(text), characters: characters(text), bytes: utf8Length(text) }),
    [
      "daily",
      "0 5-1 * * *",
      "0 1-5 * * *",
      "0 5-5 * * *",
      "0,5-1 * * * *",
      "* * * JAN-DEC *",
      "* * * DEC-JAN *",
      "* * * 1-FEB *",
      "* * * FEB-1 *",
      "* * * * SUN-SAT",
      "* * * * SAT-SUN",
      "* * * * 0-MON",
      "* * JAN-1 * *",
      "5-1/2 * * * *",
      "1-5/2 * * * *",
      "\u007f",
      "\u0080",
      "\u07ff",
      "\u0800",
      "\uffff",
      "\u{10000}",
      "é🙂",
    ],
  );
});

describe("The limits", () => {
  const schemas = { atMost: fields.text(3), atLeast: fields.text(5, 2) };
  rememberTexts(
    "limits",
    (text) =>
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          (schema.safeParse(text).error?.issues ?? []).map((issue) => JSON.stringify(issue)),
        ]),
      ),
    ["a", "ab", "abc", "abcd", "🙂🙂🙂", "🙂🙂🙂🙂", "🙂", "🙂🙂", "a\0b"],
  );
  rememberDecisions("limits-members", {
    answer: ({ map }: Readonly<{ map: Record<string, string> }>) =>
      fields.stringMap
        .check(atMostProperties(1))
        .safeParse(map)
        .error?.issues.map((issue) => JSON.stringify(issue)) ?? "good",
    scenes: { "an empty map": { map: {} } },
    axes: { map: [{ a: "b" }, { a: "b", c: "d" }] },
  });
});

describe("The names of things", () => {
  type Scene = Readonly<{ kind: string; name: string; id: string }>;
  const suffix = idSuffix(UUID);
  rememberDecisions("identity", {
    answer: ({ kind, name, id }: Scene) => ({
      handle: deriveHandle(kind, name, id),
      named: handledName(name, id),
      place: [organizationNamespace(name), readerSecretName(name), databaseSecret(id)],
      label: componentLabel(name),
      slug: organizationSlug(organizationNamespace(name)),
      credential: credentialPlace(name, id),
    }),
    scenes: { "a deployment": { kind: "Deployment", name: "shop", id: UUID } },
    axes: {
      kind: ["Cluster"],
      name: {
        "with its suffix": `shop-${suffix}`,
        "of 51 with its suffix": `${"a".repeat(40)}-${suffix}`,
        "of 51 with its suffix, after two hyphens": `${"a".repeat(39)}--${suffix}`,
        "of 52 with its suffix": `${"a".repeat(41)}-${suffix}`,
        "with a suffix within": `shop-${suffix}-a`,
        "cut at hyphens": `${"a".repeat(37)}.-.bbbb`,
        "with hyphens inside": `a-.-b${"c".repeat(50)}`,
      },
      id: [
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "00000000-0000-0000-0001-234567890abc",
      ],
    },
  });
});

describe("The versions of Kubernetes", () => {
  type Scene = Readonly<{ provider: string; wish: string | undefined; running: string | undefined }>;
  rememberDecisions("kubernetes-versions", {
    answer: ({ provider, wish, running }: Scene) => {
      const [from, to] = [parseVersion(running ?? ""), parseVersion(wish ?? "")];
      return {
        decided: decideVersion(provider, wish, running),
        found: findOffered(provider, wish ?? ""),
        from,
        to,
        mayFollow: from && to && mayFollow(from, to),
        targets: upgradeTargets(provider, running ?? ""),
        newest: newestVersion(provider),
        offered: offeredVersions(provider),
      };
    },
    scenes: { "nothing runs": { provider: "local", wish: undefined, running: undefined } },
    axes: {
      provider: ["hetzner"],
      wish: [
        "1.35",
        "v1.36",
        "1.36",
        "1.35.4",
        "v1.36.3",
        "1.35.5",
        "1.37.0",
        "1.3",
        "odd",
        "1.36.3.1",
        "x1.36.3",
        "1.36.3-eks",
        "1.1234.1",
      ],
      running: ["1.35.3", "1.35.4", "1.36.3", "1.34.9", "1.33.0", "v1.35.4-gke.1", "odd"],
    },
  });
});

describe("The options of a deletion", () => {
  const { force, orphan, deleteRequest, cascade } = ANNOTATIONS;
  type Scene = Readonly<{ annotations: Record<string, string>; asked: readonly string[] }>;
  rememberDecisions("deletion-options", {
    answer: ({ annotations, asked }: Scene) => ({
      force: isOptionAsked(annotations, force),
      orphan: isOptionAsked(annotations, orphan),
      awaits: awaitsRequest(annotations),
      requested: requestedOptions(asked, "q"),
      sent: sentDeletion("q"),
    }),
    scenes: { "nothing was asked": { annotations: {}, asked: [] } },
    axes: {
      annotations: {
        "by hand": { [force]: "true", [orphan]: "true" },
        "not by hand": { [force]: "false", [orphan]: "yes" },
        "by a request that was not sent": { [force]: "request:q", [orphan]: "request:q" },
        "by a request that was sent": { [force]: "request:q", [orphan]: "request:q", [deleteRequest]: "q" },
        "by another request": { [force]: "request:q", [deleteRequest]: "r" },
        "by a request without a name": { [force]: "request:", [deleteRequest]: "" },
        "one sent, one not": { [force]: "request:q", [cascade]: "request:r", [deleteRequest]: "q" },
      },
      asked: [[force], [force, orphan, "other"]],
    },
    alone: true,
  });
});

describe("The errors", () => {
  type Scene = Readonly<{ code: ErrorCode; options: ConstructorParameters<typeof BerthError>[1] }>;
  rememberDecisions("errors", {
    answer: ({ code, options }: Scene) => {
      const { name, message, publicMessage, details, retryAfterSeconds, cause } = new BerthError(code, options);
      return { name, message, publicMessage, details, retryAfterSeconds, cause };
    },
    scenes: { "one that passes": { code: "unavailable", options: {} } },
    axes: {
      code: Object.keys(ERRORS),
      options: [
        undefined,
        { publicMessage: "told" },
        { message: "inside" },
        { message: "inside", publicMessage: "told" },
        { details: { a: 1 }, cause: "c", retryAfterSeconds: 9 },
      ],
    },
    alone: true,
  });
});

describe("The small tables", () => {
  const traits = { pending: { told: "nothing" }, failed: { told: "fault" }, running: { told: "rest" } } as const;
  const secret = new SecretText("hidden");
  type Scene = Readonly<{ text: string; appType: "web_app" | "helm"; engine: "postgresql" | "mysql"; staged: object }>;
  rememberDecisions("small-tables", {
    answer: ({ text, appType, engine, staged }: Scene) => ({
      archive:
        toArchive({ BERTH_ARCHIVE_URL: text === "" ? undefined : text, BERTH_ARCHIVE_ENDPOINT: undefined }) ?? "none",
      uses: [canUse(appType, "dockerImage"), canUse(appType, "helmChartName")],
      database: defaultDatabaseName(text),
      version: defaultVersion(engine),
      retry: retryAfterMs(text),
      immutable: [immutable(text, true).cel, immutable(text, false)],
      traits: traitsOf(traits, text === "" ? undefined : text).told,
      phases: phasesOf(traits),
      told: phasesTold(traits),
      staged: isStaged(staged as Parameters<typeof isStaged>[0]),
      kinds: byKind(({ plural }) => plural),
      denied: [deniedRanges("ipv4"), deniedRanges("ipv6")],
      secret: [secret.reveal(), String(secret), JSON.stringify(secret)],
    }),
    scenes: { "nothing is said": { text: "", appType: "web_app", engine: "postgresql", staged: {} } },
    axes: {
      text: ["shop-one", "1shop", "pg_shop", "postgres", "GitRefused", "failed", "toString", "running", "x1", "my_pg_"],
      appType: ["helm"],
      engine: ["mysql"],
      staged: [{ adoption: {} }, { adoption: {}, syncRequestedAt: "now" }, { syncRequestedAt: "now" }],
    },
    alone: true,
  });
});
