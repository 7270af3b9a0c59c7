import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { ProofView } from "../../machines/deployment/domain.ts";
import type { CertificateView } from "../../machines/deployment/domain-certificate.ts";
import { judgePointing, type PointsView } from "../../machines/deployment/domain-points.ts";
import type { RouteView } from "../../machines/deployment/domain-route.ts";
import type { Clock } from "../../runtime/clock.ts";
import { FairQueue } from "../../runtime/fair-queue.ts";
import type { LookUpRecords, ResolveTxt } from "../parts.ts";
import { Looks } from "../shared/looks.ts";
import type { CertificatePlace } from "./certificate-place.ts";
import { readCertificate } from "./read-certificate.ts";
import { readPublished, readRoute, type RoutedSubject } from "./route-looks.ts";

/** A domain with all that is asked about it; the stamp is the domain itself. */
type DomainSubject = RoutedSubject &
  Readonly<{
    handle: string;
    organization: string;
    stamp: string;
    record: Readonly<{ name: string; value: string }>;
    certificate: CertificatePlace;
    /** Whether certificates are issued on the cluster; else people bring them. */
    isIssued: boolean;
    /** Whether it matters which one lies there. */
    withSerial: boolean;
  }>;
type Looked = Readonly<{
  kind: "looked";
  domain: string;
  proof: ProofView;
  certificate: CertificateView;
  points: PointsView;
  route: RouteView;
}>;

/** Asks DNS and tenant clusters about deployments' own domains. */
export type DomainLooks = Looks<DomainSubject, Looked>;

const FRESH_MS = 5_000;
/** A look is ten questions to DNS, and at a start and each resync all are due: resolvers drop what comes too fast. */
const AT_ONCE = 32;
const PREFIX = /^berth-organization=/;

type Ask = Readonly<{ resolveTxt: ResolveTxt; lookUpRecords: LookUpRecords }>;

/** Creates the looks at domains. */
export function createDomainLooks(
  { resolveTxt, lookUpRecords }: Ask,
  clock: Clock,
  onNews: (handle: string) => void,
): DomainLooks {
  const queue = new FairQueue(AT_ONCE);
  const look = async (client: KubeClient, subject: DomainSubject): Promise<Looked> => {
    const [proof, certificate, points, route] = await Promise.all([
      prove(resolveTxt, subject),
      readCertificate(subject.certificate, {
        domain: subject.stamp,
        isIssued: subject.isIssued,
        withSerial: subject.withSerial,
      }),
      findPointing(client, lookUpRecords, subject),
      readRoute(client, subject),
    ]);
    return { kind: "looked", domain: subject.stamp, proof, certificate, points, route };
  };
  const ask = (client: KubeClient, subject: DomainSubject): Promise<Looked> =>
    queue.run(subject.organization, () => look(client, subject));
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews, outlasts: "once" });
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
