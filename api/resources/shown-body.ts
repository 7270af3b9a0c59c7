import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { MonthlyCost } from "../../contract/rest/values.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Context } from "../http/context.ts";
import type { Owners } from "./projection-port.ts";
import { textOf } from "./resource-text.ts";

/** An object with what REST shows of it. */
export type Rehearsed = Readonly<{
  object: KubeObject;
  body: Readonly<Record<string, unknown>>;
  monthlyCost: MonthlyCost | null;
}>;

/** Shows an object as a read would, from the object alone. */
export function shownBody(
  { services }: Context,
  { kind, owners }: Readonly<{ kind: ProjectedKind; owners: Owners }>,
  object: KubeObject,
): Record<string, unknown> {
  return JSON.parse(textOf(kind, services.projection.toRow(kind, object, owners))) as Record<string, unknown>;
}
