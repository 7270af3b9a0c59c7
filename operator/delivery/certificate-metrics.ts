import { Counter, Gauge, type Registry } from "prom-client";
import type { Condition } from "../../contract/resources/conditions.ts";

type Certified = Readonly<{ status?: Readonly<{ conditions?: readonly Condition[] | undefined }> | undefined }>;

/** What is measured of certificates: of own domains, and for all names of clusters. */
export type CertificateMetrics = Readonly<{
  /** Names whose conditions are counted as the metrics are asked for. */
  follow: (list: () => readonly Certified[]) => void;
  /** Hears what came of asking an issuer of the renewal of one. */
  issuerAnswered: (answer: "told" | "unoffered" | "failed") => void;
}>;

type State = "ready" | "waiting" | "expiring" | "expired";
const BY_REASON: Readonly<Partial<Record<string, State>>> = { ExpiresSoon: "expiring", Expired: "expired" };

/** Registers how certificates stand, as the conditions say it. */
export function createCertificateMetrics(registry: Registry): CertificateMetrics {
  let list: () => readonly Certified[] = () => [];
  const gauge = new Gauge({
    name: "berth_certificates",
    help: "Certificates of own domains, and for all names of clusters: ready, waiting (not there yet, or refused), expiring (21 days or less and not renewed), expired",
    labelNames: ["state"],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(countCertificates(list()))) gauge.set({ state }, count);
    },
  });
  const answers = new Counter({
    name: "berth_renewal_info_answers_total",
    help: "Answers of the certificate authority about the renewal of certificates of own domains (ACME Renewal Information): told, unoffered (it has none), failed",
    labelNames: ["answer"],
    registers: [registry],
  });
  return { follow: (given) => void (list = given), issuerAnswered: (answer) => answers.inc({ answer }) };
}

function countCertificates(objects: readonly Certified[]): Readonly<Record<State, number>> {
  const counts = { ready: 0, waiting: 0, expiring: 0, expired: 0 };
  for (const { status } of objects) {
    const found = status?.conditions?.find(({ type }) => type === "CertificateReady");
    if (found === undefined) continue;
    counts[found.status === "True" ? "ready" : (BY_REASON[found.reason] ?? "waiting")] += 1;
  }
  return counts;
}
