import { z } from "zod";

/** Lists what gateway and operator know of names: by it the gateway says what names a new cluster gets, and the operator makes records. */
export const namesSettings = {
  BERTH_APPS_DOMAIN: z.string().min(1).default("apps.localhost").meta({ description: "Domain of the applications" }),
  BERTH_DNS: z.enum(["manual", "external-dns"]).default("manual").meta({
    description:
      "Who makes the DNS records of clusters: people (manual), who are told which, or ExternalDNS on the management cluster (external-dns), for which Berth writes a DNSEndpoint for each cluster; new clusters then have names of their own, <handle>.<cluster's handle>.<BERTH_APPS_DOMAIN>. The gateway's and the operator's are the same",
  }),
};

/** Who makes the DNS records of clusters. */
export type DnsMaker = "manual" | "external-dns";

/** Under what names are, and who leads them to clusters. */
export type NamesConfig = Readonly<{ appsDomain: string; dns: DnsMaker }>;

/** Makes the part of the settings that names are made from. */
export function toNamesConfig(given: z.infer<z.ZodObject<typeof namesSettings>>): NamesConfig {
  return { appsDomain: given.BERTH_APPS_DOMAIN, dns: given.BERTH_DNS };
}
