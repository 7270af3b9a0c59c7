import { sweepAlerts } from "../adapters/postgres/alerts/alert-store.ts";
import { sweepDevices } from "../adapters/postgres/identity/device-store.ts";
import {
  closeAuditById,
  dropOldAudits,
  listOpenAudits,
  type AuditOutcome,
  type OpenAudit,
} from "../adapters/postgres/requests/audit-store.ts";
import { inTransaction } from "../adapters/postgres/pool.ts";
import { recordChanges, type ChangeRecord } from "../adapters/postgres/resources/record-changes.ts";
import { sweepUsage } from "../adapters/postgres/resources/usage-store.ts";
import { sweepDomainClaims } from "../adapters/postgres/resources/domain-store.ts";
import { sweepSpentLogins } from "../adapters/postgres/identity/login-identity-store.ts";
import { sweepMails } from "../adapters/postgres/identity/mail-store.ts";
import { sweepAttempts } from "../adapters/postgres/requests/idempotency-store.ts";
import { sweepAgentClients } from "../adapters/postgres/oauth/agent-client-store.ts";
import { sweepOauthRecords } from "../adapters/postgres/oauth/oauth-record-store.ts";
import { sweepDeliveries } from "../adapters/postgres/webhooks/webhook-queue.ts";
import type { ResourceType } from "../adapters/kubernetes/kube-object.ts";
import { OWN_TYPES } from "../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../contract/identity.ts";
import { revokeLostAccess } from "./clusters/revoke-access.ts";
import { renewPullLogins } from "./registry/pull-login.ts";
import { mendLimits } from "./resources/namespace-limits.ts";
import { describeFault } from "./http/describe-fault.ts";
import { toldOfSecret } from "./secrets/secret-body.ts";
import type { Services } from "./services.ts";

const EVERY_MS = 60_000;
const AUDITS_MAX = 200;
const TYPES: Readonly<Record<string, ResourceType>> = OWN_TYPES;

/** Mends each minute what processes that ended early have left: open audit entries, old attempts, dead sessions, old deliveries and mails. */
export function startSweeps(services: Services): Readonly<{ stop: () => Promise<void> }> {
  let running = Promise.resolve();
  let isRevoking = false;
  // Whoever lost a right loses what they took along now, not with the next sweep.
  services.changes.subscribeRevocations(() => {
    if (isRevoking) return;
    isRevoking = true;
    running = running.then(() => {
      isRevoking = false;
      return runEach(services, [() => revokeLostAccess(services)]);
    });
  });
  const timer = setInterval(() => {
    running = running.then(() => sweep(services));
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Runs every sweep once; one that fails does not keep the others from running. */
export async function sweep(services: Services): Promise<void> {
  const sweeps: readonly (() => Promise<unknown>)[] = [
    () => closeOpenAudits(services),
    () => dropOldAudits(services.pool, services.config.auditDays),
    () => sweepAttempts(services.pool),
    () => sweepDomainClaims(services.pool),
    () => sweepDeliveries(services.pool),
    () => sweepAlerts(services.pool),
    () => dropOldMails(services),
    () => sweepOauthRecords(services.pool),
    () => sweepAgentClients(services.pool),
    () => services.sessions.sweep(),
    () => sweepSpentLogins(services.pool),
    () => sweepDevices(services.pool),
    () => revokeLostAccess(services),
    () => renewPullLogins(services),
    () => mendLimits(services),
    () => sweepUsage(services.pool),
  ];
  await runEach(services, sweeps);
}

async function runEach(services: Services, sweeps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const run of sweeps)
    await run().catch(
      (error: unknown) => void services.log.info("A sweep failed; it runs again", { fault: describeFault(error) }),
    );
}

async function dropOldMails({ pool, log }: Services): Promise<void> {
  const dropped = await sweepMails(pool);
  if (dropped > 0) log.error("Mails were given up after a day; look at the mail server", { dropped });
}

async function closeOpenAudits(services: Services): Promise<void> {
  for (const audit of await listOpenAudits(services.pool, AUDITS_MAX)) {
    const outcome = await judge(services, audit);
    await inTransaction(services.pool, async (db) => {
      if (await closeAuditById(db, audit.id, outcome)) await recordChanges(db, toldLate(audit));
    });
  }
}

/** A secret's write is told with its outcome: where a process ended before that, here. */
function toldLate({ targetKind, targetId, organizationId }: OpenAudit): readonly ChangeRecord[] {
  if (targetKind !== "Secret" || targetId === null || organizationId === null) return [];
  return [toldOfSecret({ id: targetId, organizationId }, "updated")];
}

/** The object tells: it carries the request's id, another one's, or is not there. */
async function judge({ kube }: Services, { targetKind, targetId, requestId }: OpenAudit): Promise<AuditOutcome> {
  const type = TYPES[targetKind ?? ""];
  if (type === undefined || targetId === null) return "unknown";
  const found = await kube.list(type, { labelSelector: `${LABELS.id}=${targetId}` });
  const object = found.items[0];
  if (object === undefined) return "unknown";
  return object.metadata.annotations?.[ANNOTATIONS.requestId] === requestId ? "succeeded" : "superseded";
}
