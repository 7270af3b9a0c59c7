import type { Schemas } from "../../client/main.ts";
import { readFlags, withFlags } from "../body-flags.ts";
import { confirm } from "../confirm.ts";
import { FLAGS } from "../generated/flags.ts";
import { FailedChange } from "../output/explain-fault.ts";
import type { ListView } from "../output/output.ts";
import { readInput } from "../read-input.ts";
import { tellMadeCluster } from "../tell-made.ts";
import { withWait, withYes, type Define, type WaitOptions } from "./command.ts";

type Finding = Schemas["PreflightFinding"];
type Options = WaitOptions & Readonly<{ kubeconfig?: string; preflight?: true; yes?: boolean }>;

/** Members that the look does not take. */
const OF_IMPORT = new Set(["region", "override_preflight"]);
const VIEW: ListView<Finding> = {
  columns: [
    { title: "SEVERITY", of: ({ severity }) => severity },
    { title: "OBJECT", of: ({ kind, namespace, name }) => [kind, namespace, name].filter(Boolean).join("/") },
    { title: "OWNER", of: ({ owner }) => owner },
    { title: "FOUND", of: ({ message }) => message },
    { title: "REMEDY", of: ({ remedy }) => remedy },
  ],
  nameOf: ({ code }) => code,
  none: "Nothing stands in the way.",
};

/** `berth import`: a cluster that exists already, after a look that changes nothing. */
export const define: Define = (command, act) => {
  withWait(withYes(withFlags(command, FLAGS.ClusterImport)))
    .argument("<cluster>", "its name here")
    .option("--kubeconfig <file>", "how it is reached, once; - reads standard input")
    .option("--preflight", "only look")
    .action(
      act(async (means, options: Options, name: string) => {
        const members = readFlags(options, FLAGS.ClusterImport);
        const secret =
          options.kubeconfig === undefined ? {} : { kubeconfig: await readInput(means, options.kubeconfig) };
        const looked = Object.fromEntries(Object.entries(members).filter(([member]) => !OF_IMPORT.has(member)));
        const whole = { ...(await means.organizationId()), ...secret };
        const preflight = await means.berth.preflightImport({
          body: { ...looked, ...whole } as Schemas["PreflightImportRequest"],
        });
        if (options.preflight) {
          await means.out.list(preflight.findings, VIEW);
          if (!preflight.ok) throw new FailedChange("The preflight found errors; mend them before the import.");
          return;
        }
        if (preflight.findings.length > 0) means.out.aside(formatFindings(preflight.findings));
        if (!preflight.ok && members["override_preflight"] !== true)
          throw new FailedChange("The preflight found errors; mend them before the import.");
        await confirm(means, `Install the component bundle onto ${name}, and import it?`, options.yes);
        const body = { ...members, ...whole, name, acknowledge_bundle_install: true } as Schemas["ClusterImport"];
        await tellMadeCluster(means, await means.berth.importCluster({ body }), options);
      }),
    );
};

function formatFindings(findings: readonly Finding[]): string {
  return findings.map(({ severity, message, remedy }) => `${severity}: ${message} ${remedy}`).join("\n");
}
