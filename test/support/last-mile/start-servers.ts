import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { Authority } from "../../../local/nodes/authority.ts";
import { eventually } from "../eventually.ts";
import { freePorts } from "../free-ports.ts";
import { runGuarded, type Guarded } from "../guarded-process.ts";
import { makeTsigKey } from "./programs.ts";

/** A name server of the zones apps.test and own.test, whose keys may change what they are for. */
export type NameServer = Readonly<{
  port: number;
  /** Changes every record of apps.test. */
  recordsSecret: string;
  /** Changes the challenges of the clusters that it was started with, and no other; and those of own domains. */
  challengesSecret: string;
  process: Guarded;
}>;

/** An authority that speaks ACME and asks one name server. */
export type AcmeServer = Readonly<{
  url: string;
  managementUrl: string;
  caBundle: string;
  root: string;
  process: Guarded;
}>;

/** What the authority signs for nobody. */
export const REFUSED_NAME = "refused.own.test";

const ZONE = `$TTL 5
@ IN SOA ns admin 1 60 10 600 5
@ IN NS ns
ns IN A 127.0.0.1
`;

/** Starts BIND on loopback. */
export async function startNameServer(dir: string, challenged: readonly string[]): Promise<NameServer> {
  const [port = 0] = await freePorts(1);
  const [records, challenges] = [await makeTsigKey("external-dns"), await makeTsigKey("cert-manager")];
  await mkdir(dir);
  for (const zone of ["apps.test", "own.test"]) await writeFile(join(dir, `${zone}.zone`), ZONE);
  const grants = challenged.map((name) => `grant cert-manager name _acme-challenge.${name}.apps.test. TXT;`);
  const configuration = `${records.text}${challenges.text}
options {
  directory "${dir}"; pid-file "${dir}/named.pid"; session-keyfile "${dir}/session.key"; managed-keys-directory "${dir}";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; empty-zones-enable no; notify no;
};
controls { };
zone "apps.test" {
  type primary; file "apps.test.zone"; allow-transfer { key external-dns; };
  update-policy { ${grants.join(" ")} grant external-dns zonesub ANY; };
};
zone "own.test" { type primary; file "own.test.zone"; update-policy { grant cert-manager zonesub TXT; }; };
`;
  await writeFile(join(dir, "named.conf"), configuration, { mode: 0o600 });
  const process = runGuarded({ command: "named", flags: ["-g", "-n", "1", "-c", join(dir, "named.conf")], cwd: dir });
  await eventually(() => {
    if (process.exited() || !process.log().includes(" running")) throw new Error(`BIND is not up: ${process.log()}`);
  });
  return { port, recordsSecret: records.secret, challengesSecret: challenges.secret, process };
}

const NINETY_DAYS = { default: { description: "ninety days", validityPeriod: 7_776_000 } };
/** Who asks by no name gets any of several. */
export const WITH_BRIEF = { ...NINETY_DAYS, brief: { description: "seconds, to see an end", validityPeriod: 12 } };

type Pebble = Readonly<{ command: string; dnsPort: number; profiles?: typeof NINETY_DAYS }>;

/** Starts Pebble on loopback; it validates each name anew and takes its answers from the name server alone. */
export async function startAcmeServer(
  dir: string,
  { command, dnsPort, profiles = NINETY_DAYS }: Pebble,
): Promise<AcmeServer> {
  const [port = 0, managementPort = 0] = await freePorts(2);
  await mkdir(dir);
  const authority = await Authority.open(dir);
  const own = await authority.issue({ commonName: "acme", names: ["127.0.0.1"] });
  await writeFile(join(dir, "tls.crt"), own.certificate);
  await writeFile(join(dir, "tls.key"), own.key, { mode: 0o600 });
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: "tls.crt",
    privateKey: "tls.key",
    httpPort: 80,
    tlsPort: 443,
    ocspResponderURL: "",
    externalAccountBindingRequired: false,
    retryAfter: { authz: 1, order: 1 },
    keyAlgorithm: "ecdsa",
    domainBlocklist: [REFUSED_NAME],
    profiles,
  };
  await writeFile(join(dir, "pebble.json"), JSON.stringify({ pebble }));
  const settings = ["PEBBLE_VA_NOSLEEP=1", "PEBBLE_AUTHZREUSE=0", "PEBBLE_WFE_NONCEREJECT=0"];
  const flags = [...settings, command, "-config", "pebble.json", "-dnsserver", `127.0.0.1:${dnsPort}`, "-strict=false"];
  const process = runGuarded({ command: "env", flags, cwd: dir });
  const managementUrl = `https://127.0.0.1:${managementPort}`;
  const root = await eventually(() => fetchText(`${managementUrl}/roots/0`, authority.certificate));
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  return { url: `https://127.0.0.1:${port}/dir`, managementUrl, caBundle, root, process };
}

function fetchText(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ca }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => resolve(text)).on("error", reject);
    });
    asked.on("error", reject).end();
  });
}
