import { join } from "node:path";
import { expect } from "chai";
import { formatAccess, importPlace, readAccess } from "../../../render/import/cluster-login.ts";
import { parseKubeconfig } from "../../../render/import/parse-kubeconfig.ts";
import { assertGolden } from "../../support/golden.ts";
import { tellCorpus } from "../../support/render-corpus.ts";

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

const inText = (text: string): object => ({ "certificate-authority-data": btoa(text) });
/** What is at the edge of what is taken. */
const EDGES: Readonly<Record<string, string>> = {
  "a server with a path": config({ cluster: { server: "https://k8s.example.org/k8s/clusters/c-1/" } }),
  "a server with slashes": config({ cluster: { server: "https://k8s.example.org/a//" } }),
  "a server with a password": config({ cluster: { server: "https://:p@k8s.example.org" } }),
  "a server with a user": config({ cluster: { server: "https://u@k8s.example.org" } }),
  "a server with a fragment": config({ cluster: { server: "https://k8s.example.org/#a" } }),
  "a server that is empty": config({ cluster: { server: "" } }),
  "a server that is a number": config({ cluster: { server: 7 } }),
  "a server that is long": config({ cluster: { server: `https://k8s.example.org/${"a".repeat(2_024)}` } }),
  "a server that is too long": config({ cluster: { server: `https://k8s.example.org/${"a".repeat(2_025)}` } }),
  "a certificate check that is on": config({ cluster: { "insecure-skip-tls-verify": false } }),
  "a certificate check that is null": config({ cluster: { "insecure-skip-tls-verify": null } }),
  "members without meaning": config({
    cluster: { "disable-compression": true, extensions: [1] },
    user: { extensions: [1] },
  }),
  "refused members that are unset": config({
    cluster: { "proxy-url": "", "certificate-authority": null, "tls-server-name": [] },
    user: { as: "", "as-groups": [], exec: null, tokenFile: "" },
  }),
  "refused members of maps": config({ user: { "as-user-extra": {} } }),
  "a uid of somebody else": config({ user: { "as-uid": "1" } }),
  "a password alone": config({ user: { password: "p" } }),
  "a CA that is null": config({ cluster: { "certificate-authority-data": null } }),
  "a CA that is empty": config({ cluster: { "certificate-authority-data": "" } }),
  "a CA that is a number": config({ cluster: { "certificate-authority-data": 7 } }),
  "a CA of several lines": config({
    cluster: { "certificate-authority-data": CA.replaceAll(/(.{20})/g, "$1\r\n \t") },
  }),
  "a CA with padding": config({ cluster: inText(`${pem("CERTIFICATE")}\n`) }),
  "a CA with padding of two": config({ cluster: inText(`${pem("CERTIFICATE")}\n\n`) }),
  "a CA with too much padding": config({ cluster: { "certificate-authority-data": `${CA}====` } }),
  "a CA with padding within": config({ cluster: { "certificate-authority-data": `ab=c${CA}` } }),
  "a CA that is cut": config({ cluster: { "certificate-authority-data": CA.slice(0, -1) } }),
  "a CA with a sign before": config({ cluster: { "certificate-authority-data": `*${CA.slice(1)}` } }),
  "a CA of two": config({ cluster: inText(pem("CERTIFICATE") + pem("CERTIFICATE")) }),
  "a CA and a key": config({ cluster: inText(pem("CERTIFICATE") + pem("PRIVATE KEY")) }),
  "a CA with words around": config({ cluster: inText(`# mine\n${pem("CERTIFICATE")}# end`) }),
  "a CA with a block that is none": config({ cluster: inText(`${pem("CERTIFICATE")}-----BEGIN X`) }),
  "a CA of another end": config({ cluster: inText(pem("CERTIFICATE").replace("END CERTIFICATE", "END X")) }),
  "a CA without content": config({ cluster: inText("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----") }),
  "a CA on one line": config({ cluster: inText("-----BEGIN CERTIFICATE-----TUlJQg==-----END CERTIFICATE-----") }),
  "a CA with another name": config({ cluster: inText(pem("XCERTIFICATE")) }),
  "a CA with a longer name": config({ cluster: inText(pem("CERTIFICATE X")) }),
  "a CA with a name of small letters": config({ cluster: inText(pem("certificate")) }),
  "a CA with a name that is long": config({ cluster: inText(pem("C".repeat(41))) }),
  "a CA that is long": config({
    cluster: inText(`${pem("CERTIFICATE")}${"\n".repeat(49_152 - pem("CERTIFICATE").length)}`),
  }),
  "a CA that is too long": config({
    cluster: inText(`${pem("CERTIFICATE")}${"\n".repeat(49_155 - pem("CERTIFICATE").length)}`),
  }),
  ...Object.fromEntries(
    ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY", "X RSA PRIVATE KEY", "PRIVATE KEY X"].map(
      (label) => [`a key that is ${label}`, config({ user: { ...CERT, "client-key-data": btoa(pem(label)) } })],
    ),
  ),
  "a key alone": config({ user: { ...CERT, "client-certificate-data": "" } }),
  "a key beside a token": config({ user: { token: "t", "client-key-data": KEY } }),
  "a certificate that is a number": config({ user: { ...CERT, "client-certificate-data": 7 } }),
  "a token that is long": config({ user: { token: "x".repeat(16_384) } }),
  "a token that is too long": config({ user: { token: "x".repeat(16_385) } }),
  "a token of all letters": config({ user: { token: "!~az" } }),
  "a token with a space before": config({ user: { token: " a" } }),
  "a token with a space after": config({ user: { token: "a " } }),
  "a token with a letter of others": config({ user: { token: "é" } }),
  "another version": config({ top: { apiVersion: "v2" } }),
  "a current-context that is a number": config({ top: { "current-context": 1 } }),
  "contexts that are a map": config({ top: { contexts: { name: "one" } } }),
  "contexts that are numbers": config({ top: { contexts: [1] } }),
  "a context that is a word": config({ top: { contexts: [{ name: "one", context: "c" }] } }),
  "a context whose cluster is a number": config({ context: { cluster: 7 } }),
  "a context whose user is empty": config({ context: { user: "" } }),
};
const STORED = [
  "",
  "null",
  "[]",
  "{}",
  '{"server":"https://x","caData":"a"}',
  '{"token":"x"}',
  '"a"',
  "7",
  '{"server":"s","caData":"c","token":"t"}',
  '{"server":"s","caData":"c","token":"t","certData":"a","keyData":"b"}',
  '{"server":"s","caData":"c","certData":"a","keyData":"b"}',
  '{"server":"s","caData":"c","certData":"a"}',
  '{"server":"s","caData":"c","keyData":"b"}',
  '{"server":"","caData":"c","token":"t"}',
  '{"server":"s","caData":"","token":"t"}',
  '{"server":1,"caData":"c","token":"t"}',
  '{"server":"s","caData":"c","token":1}',
  '{"server":"s","caData":"c","token":""}',
];

describe("A kubeconfig that is imported", () => {
  it("comes to what is written down", () => {
    const refused = Object.fromEntries(REFUSED.map(([name, text]) => [name, text]));
    const told = tellCorpus({ base: config(), cases: { ...refused, ...EDGES }, render: parseKubeconfig });
    const stored = Object.fromEntries(STORED.map((text) => [`stored: ${text}`, text]));
    const read = tellCorpus({ base: "{}", cases: stored, render: (text) => ({ access: readAccess(text) ?? null }) });
    const place = tellCorpus({ base: importPlace("acme", "1"), cases: {}, render: (one) => one });
    assertGolden(join(import.meta.dirname, "__golden__", "kubeconfigs.txt"), told + read + place);
  });

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
