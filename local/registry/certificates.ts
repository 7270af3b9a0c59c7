// The library wants it before itself.
import "reflect-metadata";
import { generateKeyPairSync, webcrypto, X509Certificate as Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { isIP } from "node:net";
import { writeFileAtomically } from "../atomic-file.ts";

/** Where the certificates lie: clients trust the first, the server shows the others. */
export type CertificateFiles = Readonly<{ caFile: string; keyFile: string; certificateFile: string }>;

const DAY_MS = 86_400_000;
const CA_DAYS = 3_650;
const SERVER_DAYS = 365;
const RENEW_DAYS = 30;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

type Pair = Readonly<{ certificate: string; key: string }>;

/** Makes a certificate authority of the home folder's own, and a certificate of a server; what is good already stays. */
export async function ensureCertificates(
  dir: string,
  hosts: readonly string[],
  authority = "Berth embedded registry CA",
): Promise<CertificateFiles> {
  const files = {
    caFile: join(dir, "ca.pem"),
    keyFile: join(dir, "server-key.pem"),
    certificateFile: join(dir, "server.pem"),
  };
  const caKeyFile = join(dir, "ca-key.pem");
  const known = await readPair(files.caFile, caKeyFile);
  const ca = known !== undefined && isGood(known, []) ? known : await issue(authority);
  const server = await readPair(files.certificateFile, files.keyFile);
  if (ca === known && server !== undefined && isGood(server, hosts) && isIssuedBy(server, ca)) return files;
  const issued = await issue(hosts[0] ?? "localhost", { ca, hosts });
  await writeFileAtomically(caKeyFile, ca.key);
  await writeFileAtomically(files.caFile, ca.certificate, 0o644);
  await writeFileAtomically(files.keyFile, issued.key);
  await writeFileAtomically(files.certificateFile, issued.certificate, 0o644);
  return files;
}

async function readPair(certificateFile: string, keyFile: string): Promise<Pair | undefined> {
  const read = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");
  const [certificate, key] = await Promise.all([read(certificateFile), read(keyFile)]);
  return certificate === "" || key === "" ? undefined : { certificate, key };
}

function isGood({ certificate }: Pair, hosts: readonly string[]): boolean {
  const read = new Certificate(certificate);
  const isNamed = (host: string): boolean =>
    (isIP(host) === 0 ? read.checkHost(host.replace(/^\*/, "any")) : read.checkIP(host)) !== undefined;
  return Date.parse(read.validTo) > Date.now() + RENEW_DAYS * DAY_MS && hosts.every(isNamed);
}

function isIssuedBy({ certificate }: Pair, ca: Pair): boolean {
  const issuer = new Certificate(ca.certificate);
  return new Certificate(certificate).verify(issuer.publicKey);
}

/** Issues a certificate: of a server, or of an authority, which signs its own. */
async function issue(name: string, of?: Readonly<{ ca: Pair; hosts: readonly string[] }>): Promise<Pair> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const names = (of?.hosts ?? []).map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value }) as const);
  const usages = of === undefined ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature;
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    issuer: of === undefined ? [{ CN: [name] }] : new Certificate(of.ca.certificate).subject.replaceAll("\n", ", "),
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + (of === undefined ? CA_DAYS : SERVER_DAYS) * DAY_MS),
    publicKey: await importKey(publicKey.export({ type: "spki", format: "der" }), "spki"),
    signingKey: await importKey(derOf(of?.ca.key ?? key), "pkcs8"),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(of === undefined, undefined, true),
      new KeyUsagesExtension(usages, true),
      ...(of === undefined ? [] : [new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth])]),
      ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names)]),
    ],
  });
  return { certificate: `${certificate.toString("pem")}\n`, key };
}

function importKey(der: Uint8Array<ArrayBuffer>, format: "spki" | "pkcs8"): Promise<CryptoKey> {
  return webcrypto.subtle.importKey(format, der, ALGORITHM, true, [format === "spki" ? "verify" : "sign"]);
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64"));
}
