import { z } from "zod";
import { SecretText } from "./secret-text.ts";

/** Certificates in PEM, one or several, as the value of a setting. */
export const pemCertificates = z
  .string()
  .regex(/^-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=-]+-----END CERTIFICATE-----\s*$/);
const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);

/** Lists what gateway and operator know of certificates; the gateway shows it in plans, the operator delivers it. */
export const certificateSettings = {
  BERTH_CERTIFICATES: z.enum(["issuer", "acme", "none"]).default("issuer").meta({
    description:
      "Where the certificates of applications come from: a ClusterIssuer of cert-manager that you keep on each cluster (issuer), one that Berth makes there from the BERTH_ACME_* settings (acme), or people bring each as a Secret (none). The gateway's and the operator's are the same",
  }),
  BERTH_CLUSTER_ISSUER: name.optional().meta({
    description:
      "Name of that ClusterIssuer; letsencrypt, and berth where Berth makes it. The gateway's and the operator's are the same",
  }),
};

/** Lists what only the operator must know: what the issuers that it makes are made from. */
export const acmeSettings = {
  BERTH_ACME_DIRECTORY: z
    .string()
    .regex(/^https:\/\/[^ @]+$/)
    .default("https://acme-v02.api.letsencrypt.org/directory")
    .meta({ description: "Directory of the certificate authority, by ACME" }),
  BERTH_ACME_EMAIL: z
    .email()
    .max(254)
    .optional()
    .meta({ description: "Whom the certificate authority writes to; each cluster has an account of its own there" }),
  BERTH_ACME_CA: pemCertificates.optional().meta({
    description: "Certificate, in PEM, by which the directory of a private authority is known",
  }),
  BERTH_ACME_EAB_KEY_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,256}$/)
    .optional()
    .meta({ description: "Key id of an external account binding, where the authority asks for one" }),
  BERTH_ACME_EAB_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,512}$/)
    .optional()
    .meta({
      description:
        "Its key, base64url; it is brought to every cluster, whose administrators can read it, and serves to open accounts only",
    }),
};

/** Lists what only the operator must know of certificates for all names of a cluster. */
export const wildcardSettings = {
  BERTH_WILDCARD_ISSUER: z
    .string()
    .regex(/^(Issuer\/)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    .optional()
    .meta({
      description:
        "Issuer of cert-manager on the management cluster, with a solver by DNS-01, that gives each cluster with a Gateway and names of its own one certificate for all of them: the name of a ClusterIssuer, or Issuer/<name> of one in BERTH_NAMESPACE; unset, people bring those certificates",
    }),
};

type Given = Readonly<{
  BERTH_CERTIFICATES: "issuer" | "acme" | "none";
  BERTH_CLUSTER_ISSUER?: string | undefined;
}>;
type AcmeGiven = Given & z.infer<z.ZodObject<typeof acmeSettings>>;

/** What an issuer by ACME is made from. */
export type AcmeIssuer = Readonly<{
  directory: string;
  email: string | undefined;
  ca: string | undefined;
  binding: Readonly<{ keyId: string; key: SecretText }> | undefined;
}>;

/** An issuer of cert-manager on the management cluster. */
export type WildcardIssuer = Readonly<{ kind: "ClusterIssuer" | "Issuer"; name: string }>;

const MADE_HERE = "berth";

/** Says which ClusterIssuer routes name: none (empty) where people bring certificates, the charts' own when undefined. */
export function clusterIssuerOf(given: Given): string | undefined {
  if (given.BERTH_CERTIFICATES === "none") return "";
  return given.BERTH_CLUSTER_ISSUER ?? (given.BERTH_CERTIFICATES === "acme" ? MADE_HERE : undefined);
}

/** Makes the part of the settings that issuers are made from; undefined where none are. */
export function toAcmeIssuer(given: AcmeGiven): AcmeIssuer | undefined {
  if (given.BERTH_CERTIFICATES !== "acme") return undefined;
  const { BERTH_ACME_EAB_KEY_ID: keyId, BERTH_ACME_EAB_KEY: key } = given;
  return {
    directory: given.BERTH_ACME_DIRECTORY,
    email: given.BERTH_ACME_EMAIL,
    ca: given.BERTH_ACME_CA,
    binding: keyId === undefined || key === undefined ? undefined : { keyId, key: new SecretText(key) },
  };
}

/** Reads which issuer gives certificates for all names of a cluster; undefined where people bring them. */
export function toWildcardIssuer({
  BERTH_WILDCARD_ISSUER: given,
}: z.infer<z.ZodObject<typeof wildcardSettings>>): WildcardIssuer | undefined {
  if (given === undefined) return undefined;
  const [name = "", kind] = given.split("/").reverse();
  return { kind: kind === undefined ? "ClusterIssuer" : "Issuer", name };
}

/** Says what is wrong with the settings together. */
export function certificateFaults(given: Given): string[] {
  const isNamed = given.BERTH_CERTIFICATES === "none" && given.BERTH_CLUSTER_ISSUER !== undefined;
  return isNamed ? ["BERTH_CLUSTER_ISSUER names an issuer, and BERTH_CERTIFICATES=none has none"] : [];
}
