import { X509Certificate } from "node:crypto";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import {
  CERTIFICATE_REQUESTS,
  CERTIFICATES,
  CHALLENGES,
  SECRETS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { MADE_OF } from "../../../render/custom-domain.ts";
import { clusterWord } from "../../machines/deployment/cluster-word.ts";
import type { CertificateView, IssuedCertificate } from "../../machines/deployment/domain-certificate.ts";
import { parseTime } from "../../machines/status-time.ts";
import type { CertificatePlace } from "./certificate-place.ts";
import { CALL } from "../shared/looks.ts";

/** A domain whose certificate is looked at; people bring it where none are issued. */
export type CertifiedSubject = Readonly<{ domain: string; isIssued: boolean; withSerial?: boolean }>;
type Named = Readonly<{ namespace: string; name: string; domain: string }>;

type Condition = Readonly<{ type: string; status: string; reason?: string; message?: string }>;
/** A Certificate of cert-manager, with what it says of itself. */
export type Certificate = KubeObject &
  Readonly<{
    status?: Readonly<{
      notAfter?: string;
      renewalTime?: string;
      lastFailureTime?: string;
      failedIssuanceAttempts?: number;
      conditions?: readonly Condition[];
    }>;
  }>;
type Request = KubeObject & Readonly<{ status?: Readonly<{ conditions?: readonly Condition[] }> }>;
type Challenge = KubeObject &
  Readonly<{ spec?: Readonly<{ dnsName?: string }>; status?: Readonly<{ state?: string; reason?: string }> }>;
type Secret = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

const HOUR_MS = 3_600_000;
/** cert-manager doubles its patience with each failure, from an hour to this many. */
const RETRY_HOURS_MAX = 32;
const CAUSE_MAX = 400;
/** By these cert-manager says on a Secret who has given what lies there. */
const ISSUER_KIND = "cert-manager.io/issuer-kind";
const ISSUER_NAME = "cert-manager.io/issuer-name";

/** Reads how the certificate of a domain stands where it is kept. */
export async function readCertificate(
  { client, namespace, name, copyOf }: CertificatePlace,
  { domain, isIssued, withSerial = false }: CertifiedSubject,
): Promise<CertificateView> {
  if (client === undefined) return { kind: "unreachable" };
  const named = { namespace, name, domain };
  try {
    if (!isIssued) return await readBrought(client, { ...named, copyOf });
    const found = await client.get<Certificate>(CERTIFICATES, { namespace, name }, CALL);
    if (found === undefined) return { kind: "absent" };
    const described = await describeCertificate(client, named, found);
    return withSerial ? { ...described, serial: await readSerial(client, named) } : described;
  } catch {
    return { kind: "unreachable" };
  }
}

/** Reads the serial number of what lies in a certificate's Secret; empty where that is none. */
export async function readSerial(
  client: KubeClient,
  { namespace, name }: Readonly<{ namespace: string; name: string }>,
): Promise<string> {
  return (await readGiven(client, { namespace, name }))?.parsed?.serialNumber ?? "";
}

/** Reads what lies in a certificate's Secret, where a ClusterIssuer of cert-manager has given it. */
export async function readIssuedBy(
  { client, namespace, name }: CertificatePlace,
  clusterIssuer: string,
): Promise<X509Certificate | undefined> {
  const given = client && (await readGiven(client, { namespace, name }));
  const { [ISSUER_KIND]: kind, [ISSUER_NAME]: issuer } = given?.annotations ?? {};
  return kind === "ClusterIssuer" && issuer === clusterIssuer ? given?.parsed : undefined;
}

type Given = Readonly<{
  parsed: X509Certificate | undefined;
  annotations: Readonly<Record<string, string>> | undefined;
}>;

async function readGiven(
  client: KubeClient,
  place: Readonly<{ namespace: string; name: string }>,
): Promise<Given | undefined> {
  const secret = await client.get<Secret>(SECRETS, place, CALL);
  const given = secret?.data?.["tls.crt"];
  if (given === undefined) return undefined;
  return { parsed: parseCertificate(Buffer.from(given, "base64")), annotations: secret?.metadata.annotations };
}

async function readBrought(
  client: KubeClient,
  { namespace, name, domain, copyOf }: Named & Pick<CertificatePlace, "copyOf">,
): Promise<CertificateView> {
  const isCopied = copyOf !== undefined;
  const given = await readGiven(client, { namespace, name });
  const shown = { secret: copyOf ?? name, ...(isCopied && { isCopied }) };
  if (given === undefined) return { kind: "absent", toBring: shown.secret, ...(isCopied && { isCopied }) };
  const { parsed } = given;
  const isForDomain = parsed?.checkHost(domain) !== undefined;
  return { kind: "brought", ...shown, isForDomain, notAfterMs: parseTime(parsed?.validTo) };
}

function parseCertificate(pem: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Describes how a certificate stands, with what keeps it. */
export async function describeCertificate(
  client: KubeClient,
  subject: Named,
  found: Certificate,
): Promise<IssuedCertificate> {
  const { conditions = [], notAfter, renewalTime } = found.status ?? {};
  const ready = conditions.find(({ type }) => type === "Ready");
  const isIssuing = conditions.some(({ type, status }) => type === "Issuing" && status === "True");
  const isWell = ready?.status === "True" && !conditions.some(({ type }) => type === "Issuing");
  const cause = isWell ? {} : { ...(await findCause(client, subject, conditions)), ...retryOf(found) };
  return {
    kind: "present",
    notAfterMs: parseTime(notAfter),
    renewalMs: parseTime(renewalTime),
    ...(isIssuing && { isIssuing }),
    ...cause,
    ...saidOf(ready, notAfter),
  };
}

type Said = Pick<IssuedCertificate, "ready" | "reason" | "message">;

function saidOf(ready: Condition | undefined, notAfter = "?"): Said {
  if (ready === undefined) return { ready: "Unknown", reason: "Issuing", message: "" };
  const { status, reason = "", message = "" } = ready;
  if (status === "True") return { ready: "True", reason: "Issued", message: `Valid until ${notAfter}` };
  return { ready: status === "False" ? "False" : "Unknown", reason: clusterWord(reason, "Issuing"), message };
}

/** The challenge says most, then the attempt that failed, then the request that waits. */
async function findCause(
  client: KubeClient,
  { namespace, name, domain }: Named,
  conditions: readonly Condition[],
): Promise<Readonly<{ cause?: string }>> {
  const challenges = await listOf<Challenge>(client, CHALLENGES, namespace);
  const challenge = challenges.find(({ spec, status }) => spec?.dnsName === domain && (status?.reason ?? "") !== "");
  const failed = conditions.find(({ type, status }) => type === "Issuing" && status === "False");
  const cause = challenge?.status?.reason ?? failed?.message ?? (await requestWord(client, namespace, name));
  return cause === undefined || cause === "" ? {} : { cause: cause.replace(/\s+/g, " ").slice(0, CAUSE_MAX) };
}

async function requestWord(client: KubeClient, namespace: string, certificate: string): Promise<string | undefined> {
  const requests = (await listOf<Request>(client, CERTIFICATE_REQUESTS, namespace)).filter(
    ({ metadata }) => metadata.annotations?.[MADE_OF] === certificate,
  );
  const [newest] = requests.toSorted((one, other) => madeAt(other).localeCompare(madeAt(one)));
  return newest?.status?.conditions?.find(({ type, status }) => type === "Ready" && status !== "True")?.message;
}

const madeAt = ({ metadata }: KubeObject): string => metadata.creationTimestamp ?? "";

/** What explains a fault is worth no fault of its own. */
async function listOf<T extends KubeObject>(
  client: KubeClient,
  type: ResourceType,
  namespace: string,
): Promise<readonly T[]> {
  try {
    return (await client.list<T>(type, { ...CALL, namespace })).items;
  } catch {
    return [];
  }
}

function retryOf({ status = {} }: Certificate): Readonly<{ retryMs?: number }> {
  const { lastFailureTime, failedIssuanceAttempts: attempts = 1 } = status;
  const failedMs = parseTime(lastFailureTime);
  if (failedMs === undefined) return {};
  return { retryMs: failedMs + Math.min(2 ** (attempts - 1), RETRY_HOURS_MAX) * HOUR_MS };
}
