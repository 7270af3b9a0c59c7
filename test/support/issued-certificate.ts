import "reflect-metadata";
import { randomBytes, webcrypto } from "node:crypto";
import {
  AuthorityKeyIdentifierExtension,
  cryptoProvider,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Makes a certificate of a name as authorities of ACME give them: it says whose key has signed it. */
export async function issueCertificate(name: string): Promise<string> {
  cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(8).toString("hex"),
    name: `CN=${name}`,
    notBefore: new Date("2026-01-01T00:00:00Z"),
    notAfter: new Date("2126-01-01T00:00:00Z"),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new SubjectAlternativeNameExtension([{ type: "dns", value: name }]),
      await AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return certificate.toString("pem");
}

/** What cert-manager says on a Secret that a ClusterIssuer has given. */
export const givenBy = (clusterIssuer: string): Readonly<Record<string, string>> => ({
  "cert-manager.io/issuer-kind": "ClusterIssuer",
  "cert-manager.io/issuer-name": clusterIssuer,
});
