import { z } from "zod";
import { HETZNER_URL } from "../../adapters/providers/hetzner-protocol.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** How the gateway sees Hetzner. */
export type HetznerConfig = Readonly<{ url: string; token: SecretText; canCreateClusters: boolean }>;

/** The settings about Hetzner. */
export const hetznerSettings = {
  BERTH_HETZNER_TOKEN: z.string().min(1).optional().meta({
    description:
      "Token of a Hetzner Cloud project, read only; without it Hetzner's regions and prices are from a table",
  }),
  BERTH_HETZNER_URL: z
    .string()
    .regex(/^https?:\/\/[^ @]+$/)
    .default(HETZNER_URL)
    .meta({ description: "Address of Hetzner's API" }),
  BERTH_CLUSTER_API_NAMESPACE: z.string().min(1).optional().meta({
    description: "As the operator's: where it is set, clusters can be created at Hetzner; needs BERTH_HETZNER_TOKEN",
  }),
};

type Given = Readonly<{
  BERTH_HETZNER_TOKEN?: string | undefined;
  BERTH_HETZNER_URL: string;
  BERTH_CLUSTER_API_NAMESPACE?: string | undefined;
}>;

/** Lists what does not fit together. */
export function hetznerFaults({ BERTH_CLUSTER_API_NAMESPACE: made, BERTH_HETZNER_TOKEN: token }: Given): string[] {
  if (made === undefined || token !== undefined) return [];
  return ["BERTH_CLUSTER_API_NAMESPACE needs BERTH_HETZNER_TOKEN, to know server types"];
}

/** Makes the settings what the gateway works with; undefined without a token. */
export function toHetznerConfig(given: Given): HetznerConfig | undefined {
  const { BERTH_HETZNER_TOKEN: token, BERTH_HETZNER_URL: url, BERTH_CLUSTER_API_NAMESPACE: made } = given;
  if (token === undefined) return undefined;
  return { url: withoutEndSlashes(url), token: new SecretText(token), canCreateClusters: made !== undefined };
}
