import { expect } from "chai";
import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { GATEWAY_SETTINGS, loadConfig as loadGateway } from "../../../api/config.ts";
import { loadConfig as loadOperator, OPERATOR_SETTINGS } from "../../../operator/config.ts";

const CANARY = "c4nary";
const SHARED = {
  BERTH_POSTGRES_URL: `postgres://u:${CANARY}@127.0.0.1/db`,
  BERTH_LOCAL_CLOUD_TOKEN: CANARY,
  BERTH_HETZNER_TOKEN: CANARY,
  BERTH_VAULT_TOKEN: CANARY,
};
const TOKEN_KEY = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
  type: "pkcs8",
  format: "pem",
});
/** A key has no place for the canary: what must not be seen of it is its text. */
const [, KEY_LINE = ""] = String(TOKEN_KEY).split("\n");

/** A value for each secret setting, and what must stand beside it; `otherwise` is set with the rest but `without`, where settings exclude each other. */
const PROCESSES = {
  gateway: {
    load: loadGateway,
    named: GATEWAY_SETTINGS.secrets,
    secrets: {
      ...SHARED,
      BERTH_SERVICE_TOKENS: `ci=${CANARY}-of-sixteen-or-more,${CANARY}-without-a-name`,
      BERTH_ADMIN_PASSWORD: `${CANARY} horse battery staple`,
      BERTH_SECRET_KEY: CANARY.repeat(8),
      BERTH_SMTP_URL: `smtp://u:${CANARY}@127.0.0.1:25`,
      BERTH_HARBOR_PASSWORD: CANARY,
      BERTH_GITHUB_CLIENT_SECRET: CANARY,
      BERTH_OIDC_PROVIDERS: JSON.stringify([
        { id: "dex", name: "Dex", issuer: "https://dex.example.org", client_id: "b", client_secret: CANARY },
      ]),
      BERTH_METRICS_HISTORY_TOKEN: CANARY,
      BERTH_LOGS_TOKEN: CANARY,
      BERTH_MOLLIE_API_KEY: `live_${CANARY}`,
    },
    beside: {
      BERTH_LOCAL_CLOUD_URL: "http://127.0.0.1:1",
      BERTH_VAULT_URL: "http://127.0.0.1:1",
      BERTH_ADMIN_EMAIL: "a@example.org",
      BERTH_MAIL_FROM: "a@example.org",
      BERTH_PUBLIC_URL: "https://berth.example.org",
      BERTH_HARBOR_URL: "https://harbor.example.org",
      BERTH_HARBOR_USER: "berth",
      BERTH_GITHUB_CLIENT_ID: "berth",
      BERTH_METRICS_HISTORY_URL: "http://127.0.0.1:1",
      BERTH_LOGS_URL: "http://127.0.0.1:1",
    },
    without: ["BERTH_HARBOR_URL", "BERTH_HARBOR_USER", "BERTH_HARBOR_PASSWORD"],
    otherwise: {
      BERTH_REGISTRY_URL: "https://registry.example.org",
      BERTH_REGISTRY_TOKEN_KEY: String(TOKEN_KEY),
      BERTH_REGISTRY_STORAGE_URL: "http://127.0.0.1:1",
      BERTH_REGISTRY_STORAGE_TOKEN: CANARY,
    },
  },
  operator: {
    load: loadOperator,
    named: OPERATOR_SETTINGS.secrets,
    secrets: { ...SHARED, BERTH_GIT_TOKEN: CANARY, BERTH_ACME_EAB_KEY: CANARY.repeat(3) },
    beside: {
      BERTH_LOCAL_CLOUD_URL: "http://127.0.0.1:1",
      BERTH_VAULT_URL: "http://127.0.0.1:1",
      BERTH_CLUSTER_API_NAMESPACE: "berth-clusters",
      BERTH_CERTIFICATES: "acme",
      BERTH_ACME_EAB_KEY_ID: "kid",
      BERTH_GIT_URL: "http://127.0.0.1:1/platform.git",
    },
    without: [],
    otherwise: {},
  },
} as const;

/** Prints a value in every way in which a log or an error may. */
function printsOf(value: object): string[] {
  const credentials = (value as { git?: { credentials?: () => unknown } }).git?.credentials?.();
  return [value, credentials].flatMap((one) => [
    inspect(one, { depth: null, showHidden: true, getters: true }),
    JSON.stringify(one) ?? "",
    String(one),
    Object.values(one ?? {}).join(" "),
  ]);
}

describe("The settings that are secrets", () => {
  for (const [process, { load, named, secrets, beside, without, otherwise }] of Object.entries(PROCESSES)) {
    it(`have a value here, each one of the ${process}'s`, () =>
      expect(Object.keys({ ...secrets, ...otherwise })).to.include.members([...named]));

    it(`are in nothing that prints those of the ${process}`, () => {
      const all = { ...secrets, ...beside };
      const left = Object.entries(all).filter(([name]) => !without.some((one) => one === name));
      for (const settings of [all, { ...Object.fromEntries(left), ...otherwise }])
        for (const print of printsOf(load(settings))) expect(print).to.not.contain(CANARY).and.to.not.contain(KEY_LINE);
    });
  }

  it("would be seen where one is a plain text (known bad)", () => {
    const prints = printsOf({ localCloud: { url: "http://127.0.0.1:1", token: CANARY } });
    expect(prints.some((print) => print.includes(CANARY))).to.equal(true);
  });
});
