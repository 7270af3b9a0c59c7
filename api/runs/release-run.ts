/*
 * The Job of a release command is named after its deployment and a print of what it runs. Its id begins with that print: so the id
 * says the name, and what was kept of a release is found when its Job is gone. charts/workload/templates/_names.tpl makes the same id.
 */
import { tellingId } from "./telling-id.ts";

/** 40 bits, as render/deployment/release-command.ts and the chart make them. */
const PRINT_DIGITS = 10;
const PRINT = /^[0-9a-f]{10}$/;

/** Whose release command is meant. */
type Releasing = Readonly<{ deploymentId: string; handle: string }>;

/** Makes the id of a release command's run; undefined of a Job that no release has named. */
export function releaseRunId({ deploymentId, handle }: Releasing, job: string): string | undefined {
  const print = job.startsWith(`${handle}-`) ? job.slice(handle.length + 1) : "";
  return PRINT.test(print) ? tellingId(print, { deploymentId, job }) : undefined;
}

/** Names the Job of a deployment's release command; undefined where none of that deployment has such an id. */
export function releaseJobName(of: Releasing, runId: string): string | undefined {
  const job = `${of.handle}-${runId.replaceAll("-", "").slice(0, PRINT_DIGITS)}`;
  return releaseRunId(of, job) === runId ? job : undefined;
}
