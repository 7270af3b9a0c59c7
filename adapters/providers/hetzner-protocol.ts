import { z } from "zod";

/** Where Hetzner's own API answers. */
export const HETZNER_URL = "https://api.hetzner.cloud/v1";

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);
const amount = z.string().regex(/^[0-9]{1,12}(\.[0-9]{1,30})?$/);
const price = z.object({ net: amount });

/** A location; `network_zone` is the part of the world. */
export const hetznerLocation = z.object({
  name,
  city: z.string().min(1).max(100),
  country: z.string().regex(/^[A-Z]{2}$/),
  network_zone: name,
});

/** A server type, with what each location has of it (since 2026-04-01; /datacenters is gone). */
export const hetznerServerType = z.object({
  name,
  cores: z.int().min(1),
  /** In GB; small types have half ones. */
  memory: z.number().positive(),
  prices: z.array(z.object({ location: name, price_monthly: price })),
  locations: z.array(
    z.object({
      name,
      available: z.boolean(),
      deprecation: z.object({ unavailable_after: z.iso.datetime({ offset: true }) }).nullish(),
    }),
  ),
});

/** The part of the price list that is of interest. */
export const hetznerPricing = z.object({
  pricing: z.object({
    currency: z.string().max(8),
    volume: z.object({ price_per_gb_month: price }),
  }),
});

/** Where a page lies among the others. */
export const hetznerMeta = z.object({ pagination: z.object({ next_page: z.int().nullable() }) });

/** A refusal. */
export const hetznerProblem = z.object({ error: z.object({ code: z.string().max(100) }) });

/** A location of Hetzner. */
export type HetznerLocation = z.infer<typeof hetznerLocation>;
/** A server type of Hetzner. */
export type HetznerServerType = z.infer<typeof hetznerServerType>;
