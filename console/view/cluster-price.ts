import { duration } from "./times.ts";

type ServerType = Readonly<{ id: string; cpu: number; memory_mb: number; price_per_month: string; available: boolean }>;
type Estimate = Readonly<{
  tier: string;
  geographic_region: string;
  p50_seconds: number;
  p90_seconds: number;
  samples: number;
}>;

const MB = 1_024;

/** Says what a machine type is, for a list of them. */
export function sayServerType({ id, cpu, memory_mb: memory, price_per_month: price, available }: ServerType): string {
  const size = `${id}: ${cpu} cores, ${Math.round(memory / MB)} GB, ${price} € a month`;
  return available ? size : `${size} (not in stock)`;
}

/** What is wished of a cluster, as a form has it. */
type WishedNodes = Readonly<Record<string, string>>;

/** Says what the nodes of a cluster cost a month: with autoscaling from the least to the most. */
export function sayPrice(wish: WishedNodes, types: readonly ServerType[]): string | undefined {
  const price = Number(types.find(({ id }) => id === wish["server_type"])?.price_per_month);
  if (!Number.isFinite(price)) return undefined;
  const cost = (nodes: number): string => `${(nodes * price).toFixed(2)} €`;
  if (wish["autoscaling_enabled"] === "true") {
    const [least, most] = [Number(wish["min_nodes"]), Number(wish["max_nodes"])];
    return least > 0 && most >= least ? `${cost(least)} to ${cost(most)} a month for its nodes` : undefined;
  }
  const nodes =
    wish["node_count"] === "" || wish["node_count"] === undefined ? usualNodes(wish) : Number(wish["node_count"]);
  return nodes > 0 ? `${cost(nodes)} a month for ${nodes === 1 ? "its node" : `its ${nodes} nodes`}` : undefined;
}

function usualNodes({ tier }: WishedNodes): number {
  return tier === "production" ? 3 : 1;
}

/** Says how long a cluster takes until it runs. */
export function sayTime(estimates: readonly Estimate[], tier: string, place: string): string | undefined {
  const found = estimates.find((one) => one.tier === tier && one.geographic_region === place);
  if (found === undefined) return undefined;
  const [half, most] = [duration(0, found.p50_seconds * 1_000), duration(0, found.p90_seconds * 1_000)];
  return found.samples === 0 ? `about ${half}, a guess` : `about ${half}, nine of ten within ${most}`;
}
