/*
 * The certificate authority of a cluster with real nodes. The API server's own certificate would do for its clients; what
 * the API server shows to kubelets, and kubelets to the API server, has to be signed by somebody whom both know.
 */
import "reflect-metadata";
import { createPrivateKey, randomBytes, webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
  cryptoProvider,
} from "@peculiar/x509";
import { writeFileAtomically } from "../atomic-file.ts";

/** A certificate that is wanted: whose it is, and either the names of a server or that it is a client's. */
type CertificateRequest = Readonly<{ commonName: string; organization?: string; names?: readonly string[] }>;

/** A certificate with its issuer, and its key, as PEM. */
export type Credential = Readonly<{ certificate: string; key: string }>;

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const YEARS = 10;

cryptoProvider.set(webcrypto);

/** Signs the certificates of one cluster. */
export class Authority {
  readonly certificate: string;
  readonly #parsed: X509Certificate;
  readonly #key: CryptoKey;

  private constructor(parsed: X509Certificate, key: CryptoKey) {
    this.certificate = `${parsed.toString("pem")}\n`;
    this.#parsed = parsed;
    this.#key = key;
  }

  /** Opens the authority whose files lie in a folder; the first time it is made. */
  static async open(dir: string): Promise<Authority> {
    const [certificateFile, keyFile] = [join(dir, "authority.crt"), join(dir, "authority.key")];
    const known = await readFile(keyFile, "utf8").catch(() => undefined);
    if (known !== undefined) {
      const parsed = new X509Certificate(await readFile(certificateFile, "utf8"));
      return new Authority(parsed, await importKey(known));
    }
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const parsed = await X509CertificateGenerator.createSelfSigned({
      serialNumber: randomBytes(8).toString("hex"),
      name: "CN=berth local cluster",
      ...validity(),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    });
    await writeFileAtomically(certificateFile, `${parsed.toString("pem")}\n`);
    // The key comes last: its presence says that both are there.
    await writeFileAtomically(keyFile, await exportKey(keys.privateKey));
    return new Authority(parsed, keys.privateKey);
  }

  /** Signs a certificate for a new key. */
  async issue({ commonName, organization, names }: CertificateRequest): Promise<Credential> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const usage = names === undefined ? ExtendedKeyUsage.clientAuth : ExtendedKeyUsage.serverAuth;
    const certificate = await X509CertificateGenerator.create({
      serialNumber: randomBytes(8).toString("hex"),
      subject: [{ CN: [commonName] }, ...(organization === undefined ? [] : [{ O: [organization] }])],
      issuer: this.#parsed.subject,
      ...validity(),
      signingKey: this.#key,
      publicKey: keys.publicKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([usage]),
        ...(names === undefined ? [] : [new SubjectAlternativeNameExtension(names.map(nameOf))]),
      ],
    });
    return {
      certificate: `${certificate.toString("pem")}\n${this.certificate}`,
      key: await exportKey(keys.privateKey),
    };
  }
}

function nameOf(name: string): { type: "ip" | "dns"; value: string } {
  return { type: /^[\d.]+$/.test(name) ? "ip" : "dns", value: name };
}

function validity(): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notBefore.getUTCFullYear() + YEARS);
  return { notBefore, notAfter };
}

async function exportKey(key: CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}

function importKey(pem: string): Promise<CryptoKey> {
  const der = createPrivateKey(pem).export({ format: "der", type: "pkcs8" });
  return webcrypto.subtle.importKey("pkcs8", der, ALGORITHM, true, ["sign"]);
}
