import { expect } from "chai";
import { formatAccess, readAccess } from "../../../render/import/cluster-login.ts";
import { parseKubeconfig } from "../../../render/import/parse-kubeconfig.ts";

const pem = (label: string): string => `-----BEGIN ${label}-----\nTUlJQg==\n-----END ${label}-----\n`;
const CA = btoa(pem("CERTIFICATE"));
const KEY = btoa(pem("EC PRIVATE KEY"));

type Parts = Readonly<{ top?: object; context?: object; cluster?: object; user?: object }>;

function config({ top, context, cluster, user }: Parts = {}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    preferences: {},
    "current-context": "one",
    contexts: [{ name: "one", context: { cluster: "c", user: "u", namespace: "default", ...context } }],
    clusters: [
      { name: "c", cluster: { server: "https://k8s.example.org:6443/", "certificate-authority-data": CA, ...cluster } },
    ],
    users: [{ name: "u", user: { token: "secret-token", ...user } }],
    ...top,
  });
}

type Row = readonly [name: string, text: string, sentence: RegExp];
const inCluster = (name: string, cluster: object, sentence: RegExp): Row => [name, config({ cluster }), sentence];
const inUser = (name: string, user: object, sentence: RegExp): Row => [name, config({ user }), sentence];
const CERT = { token: "", "client-certificate-data": CA, "client-key-data": KEY };
const NO_TOKEN = { token: undefined };

const REFUSED: readonly Row[] = [
  ["nothing", "", /not a kubeconfig/],
  ["a list", "[]", /must be a YAML map/],
  ["no YAML", "a: [", /is not valid YAML/],
  ["a key twice", `kind: Config\nkind: Config\n`, /a map has a key twice/],
  ["two documents", "kind: Config\n---\nkind: Config\n", /one YAML document/],
  ["too many aliases", `a: &a [1]\nb: [${Array(30).fill("*a").join(",")}]`, /aliases/],
  ["a text that is too long", `#${"x".repeat(270_000)}`, /256 KiB/],
  ["another kind", config({ top: { kind: "Secret" } }), /not a kubeconfig/],
  ["no current-context", config({ top: { "current-context": "" } }), /no current-context/],
  ["a current-context that is absent", config({ top: { "current-context": "two" } }), /contexts have no entry/],
  ["no contexts", config({ top: { contexts: null } }), /contexts have no entry/],
  ["a context without a cluster", config({ context: { cluster: "" } }), /names no cluster/],
  ["a context without a user", config({ context: { user: 7 } }), /names no user/],
  ["a cluster that is absent", config({ context: { cluster: "d" } }), /clusters have no entry/],
  ["a user that is absent", config({ context: { user: "v" } }), /users have no entry/],
  [
    "two users of one name",
    config({ top: { users: [1, 2].map(() => ({ name: "u", user: { token: "t" } })) } }),
    /two entries of the name/,
  ],
  inCluster("plain http", { server: "http://k8s.example.org" }, /not an https address/),
  inCluster("a server that is no URL", { server: "k8s" }, /not a URL/),
  inCluster("no server", { server: null }, /has no server/),
  inCluster("a server with a user", { server: "https://u:p@k8s.example.org" }, /carries a user/),
  inCluster("a server with a query", { server: "https://k8s.example.org/?a=b" }, /carries a query/),
  inCluster("insecure-skip-tls-verify", { "insecure-skip-tls-verify": true }, /insecure-skip-tls-verify is set/),
  inCluster("insecure-skip-tls-verify as a text", { "insecure-skip-tls-verify": "true" }, /insecure-skip-tls-verify/),
  inCluster("the path of a CA", { "certificate-authority": "/etc/ca.crt" }, /path of a file.*--flatten/),
  inCluster("no CA", { "certificate-authority-data": undefined }, /no certificate-authority-data/),
  inCluster("a CA that is no base64", { "certificate-authority-data": "***" }, /must be base64/),
  inCluster("a CA that is a key", { "certificate-authority-data": KEY }, /does not hold what it should/),
  inCluster("a CA that is no PEM", { "certificate-authority-data": btoa("hello") }, /does not hold what it should/),
  inCluster("a huge CA", { "certificate-authority-data": btoa("x".repeat(60_000)) }, /at most 64 KiB/),
  inCluster("a proxy", { "proxy-url": "http://proxy" }, /proxy-url is not supported/),
  inCluster("another server name", { "tls-server-name": "other" }, /tls-server-name is not supported/),
  inCluster("an unknown member", { surprise: 1 }, /the cluster has a member/),
  inUser("exec", { exec: { command: "sh", args: ["-c", "id"] } }, /by a program \(exec\)/),
  inUser("exec beside a token", { token: "t", exec: { command: "sh" } }, /by a program \(exec\)/),
  inUser("auth-provider", { "auth-provider": { name: "gcp" } }, /auth-provider plugin/),
  inUser("a token file", { ...NO_TOKEN, tokenFile: "/var/run/token" }, /tokenFile is the path/),
  inUser("the path of a certificate", { ...NO_TOKEN, "client-certificate": "a.crt" }, /client-certificate is the path/),
  inUser("the path of a key", { ...CERT, "client-key": "a.key" }, /client-key is the path/),
  inUser("basic auth", { ...NO_TOKEN, username: "u", password: "p" }, /username and password/),
  inUser("impersonation", { as: "system:admin" }, /impersonation is not supported/),
  inUser("impersonated groups", { "as-groups": ["system:masters"] }, /impersonation is not supported/),
  inUser("nothing to log in with", NO_TOKEN, /neither a token nor/),
  inUser("a certificate without its key", { ...CERT, "client-key-data": "" }, /only one of/),
  inUser("a token and a certificate", { ...CERT, token: "t" }, /leave one of them out/),
  inUser("a token with a line break", { token: "a\nb" }, /printable characters/),
  inUser("a token that is a number", { token: 7 }, /printable characters/),
  inUser("a huge token", { token: "x".repeat(20_000) }, /at most 16 KiB/),
  inUser("a key that is a certificate", { ...CERT, "client-key-data": CA }, /client-key-data does not hold/),
  inUser("an unknown member", { surprise: 1 }, /the user has a member/),
];

describe("A kubeconfig that is imported", () => {
  it("gives its server, CA and token, whatever else stands in the file", () => {
    const others = { name: "x", user: { exec: { command: "sh" } } };
    const text = config({ top: { users: [others, { name: "u", user: { token: "secret-token", exec: null } }] } });
    const access = { server: "https://k8s.example.org:6443", caData: CA, token: "secret-token" };
    expect(parseKubeconfig(text)).to.deep.equal({ kind: "access", access });
  });

  it("gives a client certificate", () => {
    const access = { server: "https://k8s.example.org:6443", caData: CA, certData: CA, keyData: KEY };
    expect(parseKubeconfig(config({ user: CERT }))).to.deep.equal({ kind: "access", access });
  });

  for (const [name, text, sentence] of REFUSED)
    it(`is refused with ${name}`, () => {
      const parsed = parseKubeconfig(text);
      expect(parsed.kind).to.equal("refused");
      expect(parsed.kind === "refused" && parsed.sentence).to.match(sentence);
      expect(JSON.stringify(parsed)).to.not.include("secret-token");
    });

  it("is kept in the secret store as it will be read, and nothing else is read from there", () => {
    for (const text of [config(), config({ user: CERT })]) {
      const parsed = parseKubeconfig(text);
      if (parsed.kind === "refused") throw new Error(parsed.sentence);
      expect(readAccess(formatAccess(parsed.access))).to.deep.equal(parsed.access);
    }
    for (const text of ["", "null", "[]", "{}", '{"server":"https://x","caData":"a"}', '{"token":"x"}'])
      expect(readAccess(text), text).to.equal(undefined);
  });
});
