import { z } from "zod";
import { nodeRegistrySettings } from "../registry/settings.ts";

/** The file that tells the simulated cloud where it lives and what it runs. */
export const cloudSettings = z.strictObject({
  dir: z.string().min(1),
  port: z.number().int().positive(),
  token: z.string().min(16),
  etcdUrl: z.url(),
  /** Of new clusters; the others keep what they have. */
  nodes: z.enum(["real", "simulated"]),
  /** Where the addresses of applications answer. */
  apps: z.strictObject({ port: z.number().int().positive(), keyFile: z.string(), certificateFile: z.string() }),
  binaries: z.strictObject({
    apiServer: z.string(),
    controllerManager: z.string(),
    scheduler: z.string(),
    kwok: z.string(),
  }),
  /** The platform's own, where it has one. */
  registry: nodeRegistrySettings.optional(),
});

/** The settings of the simulated cloud. */
export type CloudSettings = z.infer<typeof cloudSettings>;
