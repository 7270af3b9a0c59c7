import { isBerthError } from "../../../client/berth-error.ts";
import type { Output } from "../../../client/operation-types.ts";
import type { Plan } from "../../parts/plan-view.tsx";
import { berth } from "../../store/berth.ts";
import { textOf, type FormField } from "../../view/form-fields.ts";

/** A deployment as the controls show it, and the version that was read. */
export type ReadTexts = Readonly<{ texts: Readonly<Record<string, string>>; etag: string | undefined }>;

/** A change that is asked for, of the version that was read. */
export type Change = Readonly<{
  id: string;
  body: Readonly<Record<string, unknown>>;
  etag: string | undefined;
  plan?: Plan | undefined;
}>;

/** Reads a deployment for a form. */
export async function readTexts(id: string, fields: readonly FormField[]): Promise<ReadTexts> {
  const { data, etag } = await berth.ask("getDeployment", { path: { deployment_id: id } });
  const members: Readonly<Record<string, unknown>> = data;
  return { etag, texts: Object.fromEntries(fields.map(({ name, kind }) => [name, textOf(members[name], kind)])) };
}

/** Changes a deployment, or asks what that would do; refused where it is another by now. */
export function change({ id, body, etag }: Change, isDry: boolean): Promise<Output<"updateDeployment">> {
  return berth.updateDeployment({
    path: { deployment_id: id },
    query: isDry ? { dry_run: true } : {},
    header: { "If-Match": etag },
    body,
  });
}

/** Tells whether a change was refused because somebody else was first. */
export function isOutdated(error: unknown): boolean {
  return isBerthError(error) && error.code === "precondition_failed";
}
