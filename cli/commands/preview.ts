import type { Command } from "commander";
import { deleteResource, type DeleteOptions } from "../delete-resource.ts";
import { makePreview, type PreviewOptions } from "../deploy/make-preview.ts";
import { DEPLOYMENTS } from "../deploy/status-view.ts";
import { findDeployment, searchDeployment } from "../find-resource.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { ListView } from "../output/output.ts";
import { readDuration } from "../read-input.ts";
import type { Schemas } from "../../client/main.ts";
import { withDeployment, withWait, withYes, type Act, type Define } from "./command.ts";

type Deployment = Schemas["DeploymentResponse"];
type Place = Readonly<{ cluster?: string }>;

const LIST: ListView<Deployment> = {
  ...DEPLOYMENTS,
  columns: [...DEPLOYMENTS.columns, { title: "ENDS", of: ({ expires_at: at }) => at }],
  none: "It has no previews.",
};
const TTL = ["--ttl <duration>", "until it ends: 90m, 12h, 3d, or seconds"] as const;

/** `berth preview`: deployments beside another one, with another image, for a time. */
export const define: Define = (command, act) => {
  withDeployment(command.command("list").description("list those of a deployment")).action(
    act(async (means, { cluster }: Place, ref: string) => {
      const { id } = await findDeployment(means, ref, cluster);
      await means.out.list(means.berth.pages("listDeploymentPreviews", { path: { deployment_id: id } }), LIST);
    }),
  );
  creating(command, act);
  existing(command.command("extend").description("give one another time, counted from now"))
    .requiredOption(...TTL)
    .action(
      act(async (means, { cluster, ttl }: Place & Readonly<{ ttl: string }>, ref: string) => {
        const body = { ttl: readDuration(ttl) };
        const { id, name } = await findPreview(means, ref, cluster);
        const extended = await means.berth.extendDeployment({ path: { deployment_id: id }, body });
        await means.out.result(extended, { sentence: `${name} ends at ${extended.expires_at ?? ""}.`, name });
      }),
    );
  ending(command, act);
};

function creating(command: Command, act: Act): void {
  const create = command.command("create").description("make one, or give the one of that name the image and time");
  withDeployment(withWait(withYes(create)))
    .requiredOption("--name <name>", "its name, unique in the cluster")
    .requiredOption("--image <image>", "the container image that is looked at")
    .option(TTL[0], TTL[1], "1d")
    .option("--env <name=value...>", "variables that are other than the deployment's")
    .option("--secret <name=secret...>", "variables whose value is that of another secret")
    .option("--copy <database>", "a database of its own, with the data of this one's newest backup")
    .option("--empty <database>", "a database of its own like this one, without its data")
    .option("--database-variable <name>", "variable that gets the URL of that; DATABASE_URL when unset")
    .action(
      act(async (means, options: PreviewOptions & Place, ref: string) => {
        await makePreview(means, await findDeployment(means, ref, options.cluster), options);
      }),
    );
}

function ending(command: Command, act: Act): void {
  existing(withWait(withYes(command.command("delete").description("end one early, with all that it has"))))
    .option("--ignore-not-found", "nothing to end is no fault")
    .action(
      act(async (means, options: DeleteOptions & Place & Readonly<{ ignoreNotFound?: true }>, ref: string) => {
        if (options.ignoreNotFound && (await searchDeployment(means, ref, options.cluster)).length === 0) {
          means.out.note(`There is no preview "${ref}".`);
          return;
        }
        const { id, name } = await findPreview(means, ref, options.cluster);
        const input = { path: { deployment_id: id } };
        const send = () => means.berth.deleteDeployment(input);
        const question = `End ${name} with its data?`;
        await deleteResource(means, { id: "getDeployment", input, name, question, send }, options);
      }),
    );
}

/** The name that is completed is a deployment's: previews are some. */
function existing(command: Command): Command {
  return command
    .argument("<deployment>", "name of the preview")
    .option("--cluster <cluster>", "the cluster that it runs on");
}

async function findPreview(means: Means, ref: string, cluster: string | undefined): Promise<Deployment> {
  const found = await findDeployment(means, ref, cluster);
  if (found.preview_of === null) throw new UsageError(`${found.name} is no preview; nothing was done.`);
  return found;
}
