import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { findText } from "../../adapters/postgres/resources/resource-rows.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { WaitFor } from "../../contract/rest/operation.ts";
import type { Answer, Context } from "../http/context.ts";
import type { Owners } from "./projection-port.ts";
import { resourceAnswer } from "./resource-text.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

/** Answers a write: after the wait that was asked for, as a read would show it; without Postgres from the object itself. */
export async function writtenAnswer(
  context: Context,
  written: Readonly<{ kind: ProjectedKind; object: KubeObject; owners: Owners; waitFor?: WaitFor | undefined }>,
  waitSeconds: number | undefined,
): Promise<Answer> {
  const { kind, object, owners, waitFor } = written;
  await context.services.projection.prepareWritten(kind, object, owners);
  const own = context.services.projection.toRow(kind, object, owners);
  const { id, generation } = own;
  await waitUntilSettled(context, { kind, id, generation: BigInt(generation), waitFor }, waitSeconds);
  const stored = await findText(context.services.pool, kind, id).catch(() => undefined);
  const row = stored !== undefined && BigInt(stored.generation) >= BigInt(generation) ? stored : own;
  return resourceAnswer(kind, row);
}
