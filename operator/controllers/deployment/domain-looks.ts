import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES } from "../../../adapters/kubernetes/resource-types.ts";
import type { CertificateView, ProofView } from "../../machines/deployment/domain.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { ResolveTxt } from "../parts.ts";
import { Looks } from "../shared/looks.ts";

/** A domain with all that is asked about it; the stamp is the domain itself. */
type DomainSubject = Readonly<{
  handle: string;
  stamp: string;
  record: Readonly<{ name: string; value: string }>;
  namespace: string;
  certificate: string;
}>;
type Looked = Readonly<{ kind: "looked"; domain: string; proof: ProofView; certificate: CertificateView }>;
type Condition = Readonly<{ type: string; status: string; reason?: string; message?: string }>;
type Certificate = KubeObject &
  Readonly<{ status?: Readonly<{ notAfter?: string; conditions?: readonly Condition[] }> }>;

/** Asks DNS and tenant clusters about deployments' own domains. */
export type DomainLooks = Looks<DomainSubject, Looked>;

const CALL = { timeoutMs: 5_000 } as const;
const FRESH_MS = 5_000;
const PREFIX = /^berth-organization=/;

/** Creates the looks at domains. */
export function createDomainLooks(resolve: ResolveTxt, clock: Clock, onNews: (handle: string) => void): DomainLooks {
  const ask = async (client: KubeClient, subject: DomainSubject): Promise<Looked> => {
    const [proof, certificate] = await Promise.all([prove(resolve, subject), readCertificate(client, subject)]);
    return { kind: "looked", domain: subject.stamp, proof, certificate };
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
