import { isIP } from "node:net";
import { z } from "zod";
import { registryHostOf } from "../../contract/registry-host.ts";
import { isRange } from "./address-guard.ts";
import type { ChartHostRules } from "./chart-host-judge.ts";

const HOST = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const isHost = (word: string): boolean => isIP(word) !== 0 || HOST.test(word);

/** Lists the settings that say where charts may come from; the gateway and the operator have the same. */
export const chartHostSettings = {
  BERTH_CHART_ALLOWED_HOSTS: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((word) => word.trim().toLowerCase()))
    .transform((words) => words.filter((word) => word !== ""))
    .pipe(z.array(z.string().refine((word) => isRange(word) || isHost(word))))
    .meta({
      description:
        "Hosts from which Argo CD may fetch the charts of organizations wherever they are, such as charts.internal.example, and ranges of private addresses, such as 10.20.0.0/16; comma separated. Public addresses are always allowed, those of the platform itself only when they stand here",
    }),
};

type Given = z.infer<z.ZodObject<typeof chartHostSettings>> & Parameters<typeof registryHostOf>[0];

/** Makes the rules of the settings; `own` are addresses of what holds every tenant's deployments and secrets. */
export function toChartHostRules(given: Given, own: readonly (string | undefined)[]): ChartHostRules {
  const { BERTH_CHART_ALLOWED_HOSTS: allowed } = given;
  const hosts = own.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : []));
  return { allowed, own: hosts, registry: registryHostOf(given) };
}
