import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES } from "../../../adapters/kubernetes/resource-types.ts";
import type { CertificateView, ProofView } from "../../machines/deployment/domain.ts";
import { judgePointing, type PointsView } from "../../machines/deployment/domain-points.ts";
import type { RouteView } from "../../machines/deployment/domain-route.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { LookUpRecords, ResolveTxt } from "../parts.ts";
import { Looks } from "../shared/looks.ts";
import { readPublished, readRoute, type RoutedSubject } from "./route-looks.ts";

/** A domain with all that is asked about it; the stamp is the domain itself. */
type DomainSubject = RoutedSubject &
  Readonly<{
    handle: string;
    stamp: string;
    record: Readonly<{ name: string; value: string }>;
    certificate: string;
  }>;
type Looked = Readonly<{
  kind: "looked";
  domain: string;
  proof: ProofView;
  certificate: CertificateView;
  points: PointsView;
  route: RouteView;
}>;
type Condition = Readonly<{ type: string; status: string; reason?: string; message?: string }>;
type Certificate = KubeObject &
  Readonly<{ status?: Readonly<{ notAfter?: string; conditions?: readonly Condition[] }> }>;

/** Asks DNS and tenant clusters about deployments' own domains. */
export type DomainLooks = Looks<DomainSubject, Looked>;

const CALL = { timeoutMs: 5_000 } as const;
const FRESH_MS = 5_000;
const PREFIX = /^berth-organization=/;

type Ask = Readonly<{ resolveTxt: ResolveTxt; lookUpRecords: LookUpRecords }>;

/** Creates the looks at domains. */
export function createDomainLooks(
  { resolveTxt, lookUpRecords }: Ask,
  clock: Clock,
  onNews: (handle: string) => void,
): DomainLooks {
  const ask = async (client: KubeClient, subject: DomainSubject): Promise<Looked> => {
    const [proof, certificate, points, route] = await Promise.all([
      prove(resolveTxt, subject),
      readCertificate(client, subject),
      findPointing(client, lookUpRecords, subject),
      readRoute(client, subject),
    ]);
    return { kind: "looked", domain: subject.stamp, proof, certificate, points, route };
  };
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews });
}

async function prove(resolve: ResolveTxt, { record }: DomainSubject): Promise<ProofView> {
  try {
    const texts = (await resolve(record.name)).map((text) => text.trim());
    if (texts.includes(record.value)) return "ours";
    return texts.some((text) => PREFIX.test(text)) ? "foreign" : "missing";
  } catch {
    return "unavailable";
  }
}

async function findPointing(client: KubeClient, lookUp: LookUpRecords, subject: DomainSubject): Promise<PointsView> {
  try {
    const published = await readPublished(client, lookUp, subject);
    if (published === undefined) return { kind: "untold" };
    return judgePointing(await lookUp(subject.stamp), published);
  } catch {
    return { kind: "unavailable" };
  }
}

async function readCertificate(
  client: KubeClient,
  { namespace, certificate: name }: DomainSubject,
): Promise<CertificateView> {
  try {
    const found = await client.get<Certificate>(CERTIFICATES, { namespace, name }, CALL);
    return found === undefined ? { kind: "absent" } : describeCertificate(found);
  } catch {
    return { kind: "unreachable" };
  }
}

function describeCertificate({ status: { conditions = [], notAfter = "?" } = {} }: Certificate): CertificateView {
  const ready = conditions.find(({ type }) => type === "Ready");
  if (ready === undefined) return { kind: "present", ready: "Unknown", reason: "Issuing", message: "" };
  const { status, reason = "", message = "" } = ready;
  if (status === "True")
    return { kind: "present", ready: "True", reason: "Issued", message: `Valid until ${notAfter}` };
  // What stands on the cluster is its people's to write: only a word is taken for one.
  const word = /^[A-Za-z]{1,64}$/.test(reason) ? reason : "Issuing";
  return { kind: "present", ready: status === "False" ? "False" : "Unknown", reason: word, message };
}
