import type { Schemas } from "../../client/main.ts";
import { findDeployment } from "../find-resource.ts";
import type { ItemView } from "../output/output.ts";
import { actOnDeployment, type ActOptions } from "../deploy/act-on-deployment.ts";
import { UsageError } from "../output/explain-fault.ts";
import { withDeployment, withWait, type Define } from "./command.ts";

type Options = ActOptions & Readonly<{ stop?: string; start?: string; zone?: string; never?: boolean }>;

const SLEEP: ItemView<Schemas["DeploymentResponse"]> = {
  fields: ({ sleep, sleeps_at: sleeps, wakes_at: wakes }) => [
    ["stops", sleep?.stop_schedule ?? "never"],
    ["starts", sleep?.start_schedule],
    ["zone", sleep === null ? undefined : (sleep.time_zone ?? "Etc/UTC")],
    ["sleeps at", sleeps],
    ["asleep until", wakes],
  ],
  nameOf: ({ name }) => name,
};

/** `berth sleep`: when a deployment stops and starts by itself, shown or changed. */
export const define: Define = (command, act) => {
  withDeployment(withWait(command))
    .option("--stop <schedule>", 'when it falls asleep, such as "0 20 * * MON-FRI"')
    .option("--start <schedule>", 'when it wakes, such as "0 8 * * MON-FRI"')
    .option("--zone <zone>", "time zone of both, such as Europe/Berlin; UTC when left out")
    .option("--never", "take its schedule away")
    .action(
      act(async (means, options: Options, name: string) => {
        const sleep = sleepOf(options);
        if (sleep === undefined) {
          await means.out.item(await findDeployment(means, name, options.cluster), SLEEP);
          return;
        }
        await actOnDeployment(means, name, options, (berth, path) =>
          berth.ask("updateDeployment", { path, body: { sleep } }),
        );
      }),
    );
};

type Sleep = Readonly<{ stop_schedule: string; start_schedule: string; time_zone?: string }>;

/** Undefined where nothing is to change. */
function sleepOf({ stop, start, zone, never }: Options): Sleep | null | undefined {
  const isAny = stop !== undefined || start !== undefined || zone !== undefined;
  if (!isAny) return never === true ? null : undefined;
  if (never === true || stop === undefined || start === undefined)
    throw new UsageError("Name both --stop and --start, or --never.");
  return { stop_schedule: stop, start_schedule: start, ...(zone !== undefined && { time_zone: zone }) };
}
