import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PodsSeen } from "../../operator/machines/deployment/pods-seen.ts";
import type { AilmentName } from "./ailing-workloads.ts";

/** What a real node showed of an ailing workload, and the last lines of the run that the judgement asks for. */
type RecordedPods = Readonly<{ at: string; seen: PodsSeen; log: string }>;

const FOLDER = join(import.meta.dirname, "../fixtures/pods");

/** Reads what was recorded of an ailment, with Kubernetes 1.36.3 and containerd 2.3. */
export function readRecordedPods(name: AilmentName): RecordedPods {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as RecordedPods;
}

/** Lists the ailments that were recorded. */
export function listRecordedPods(): readonly string[] {
  return readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ""));
}
