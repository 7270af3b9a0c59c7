import type { Schemas } from "../../client/main.ts";
import { collect } from "../collect.ts";
import type { WaitOptions } from "../commands/command.ts";
import { confirm } from "../confirm.ts";
import { findDatabase } from "../find-resource.ts";
import { followChange, generationOf } from "../follow-change.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import { readDuration } from "../read-input.ts";
import { changeVariables, type Variable } from "./change-variables.ts";
import { formatPlan } from "./format-plan.ts";

type Deployment = Schemas["DeploymentResponse"];
/** What is said of a preview that is wanted. */
export type PreviewOptions = WaitOptions &
  Readonly<{ name: string; image: string; ttl: string; env?: string[]; secret?: string[]; yes?: boolean }> &
  DatabaseOptions;
type DatabaseOptions = Readonly<{ copy?: string; empty?: string; databaseVariable?: string }>;
type Wanted = Readonly<{
  name: string;
  image: string;
  ttl: number;
  given: readonly string[];
  secret: readonly string[];
}>;
type Sent = Readonly<{ data: Deployment; etag: string | undefined }>;

/** Makes a preview of a deployment, or gives the one of that name the image and the time, and waits until it runs. */
export async function makePreview(means: Means, source: Deployment, options: PreviewOptions): Promise<void> {
  const { name, image, env: given = [], secret = [] } = options;
  const wanted = { name, image, ttl: readDuration(options.ttl), given, secret };
  const previews = means.berth.pages("listDeploymentPreviews", { path: { deployment_id: source.id } });
  const present = (await collect(previews)).find((one) => one.name === name && one.status !== "deleting");
  const { data, etag } = await (present === undefined
    ? create(means, source, { wanted, database: await databaseOf(means, options), yes: options.yes })
    : renew(means, present, { wanted, yes: options.yes }));
  const followed = { id: data.id, name, generation: generationOf(etag), timeout: options.timeout };
  const done = options.wait ? await followChange(means, followed) : data;
  const at = done.endpoint_url === null ? "" : ` at ${done.endpoint_url}`;
  await means.out.result(done, { sentence: `${name}: ${done.status}${at}`, name });
}

type Asked = Readonly<{ wanted: Wanted; yes: boolean | undefined }>;

type DatabaseWish = Pick<Schemas["DeploymentPreviewRequest"], "database" | "database_id" | "database_variable">;

/** Of a preview that is there nothing of it changes. */
async function databaseOf(means: Means, { copy, empty, databaseVariable }: DatabaseOptions): Promise<DatabaseWish> {
  const ref = copy ?? empty;
  if (ref === undefined || (copy !== undefined && empty !== undefined)) {
    if (ref === undefined && databaseVariable === undefined) return {};
    throw new UsageError("Name one database, by --copy or by --empty.");
  }
  const { id } = await findDatabase(means, ref);
  const variable = databaseVariable === undefined ? {} : { database_variable: databaseVariable };
  return { database: copy === undefined ? "empty" : "copy", database_id: id, ...variable };
}

async function create(
  means: Means,
  source: Deployment,
  { wanted, database, yes }: Asked & Readonly<{ database: DatabaseWish }>,
): Promise<Sent> {
  const { given, secret, ...rest } = wanted;
  const variables = changeVariables([], { given, secret, unset: [] });
  const path = { deployment_id: source.id };
  const body = { ...rest, ...database, ...(variables.length > 0 && { environment_variables: variables }) };
  const { plan } = await means.berth.createDeploymentPreview({ path, query: { dry_run: true }, body });
  means.out.aside(formatPlan(`${wanted.name} would be a preview of ${source.name}:`, plan));
  await confirm(means, "Do it?", yes);
  return means.berth.ask("createDeploymentPreview", { path, body });
}

/** The time first: it must not end while its image is changed. */
async function renew(means: Means, present: Deployment, { wanted, yes }: Asked): Promise<Sent> {
  const { given, secret, image, ttl, name } = wanted;
  const path = { deployment_id: present.id };
  const before = (present.environment_variables ?? []) as Variable[];
  const isOther = given.length + secret.length > 0;
  const body: Schemas["DeploymentUpdate"] = {
    docker_image: image,
    ...(isOther && { environment_variables: changeVariables(before, { given, secret, unset: [] }) }),
  };
  const { plan } = await means.berth.updateDeployment({ path, query: { dry_run: true }, body });
  means.out.aside(formatPlan(`${name} is there already, and would change:`, plan));
  await confirm(means, "Do it?", yes);
  await means.berth.extendDeployment({ path, body: { ttl } });
  return means.berth.ask("updateDeployment", { path, body });
}
