import { z } from "zod";

/** The settings of the embedded registry; its part of the stack writes them, its process reads them. */
export const registrySettings = z.object({
  /** Holds the images, the configuration and the logs. */
  dir: z.string().min(1),
  /** The program: distribution. */
  binary: z.string().min(1),
  /** What people and clusters speak to; the addresses are those of this machine. */
  port: z.int(),
  addresses: z.array(z.string().min(1)).min(1),
  keyFile: z.string().min(1),
  certificateFile: z.string().min(1),
  /** The host that tokens are made out for. */
  host: z.string().min(1),
  /** The public half of the key that the gateway signs tokens with. */
  jwksFile: z.string().min(1),
  /** Who issues tokens. */
  gatewayUrl: z.url(),
  /** Where distribution listens, for the front alone. */
  distributionPort: z.int(),
  /** Where the gateway asks how much is stored. */
  storagePort: z.int(),
  storageToken: z.string().min(1),
});

/** What the simulated cloud is told, so that nodes reach the registry, too. */
export const nodeRegistrySettings = registrySettings
  .pick({ host: true, port: true, keyFile: true, certificateFile: true, gatewayUrl: true })
  .extend({
    /** By which nodes know it; its certificate is made out for this. */
    name: z.string().min(1),
    caFile: z.string().min(1),
    distributionUrl: z.url(),
  })
  .strict();

/** The settings of the embedded registry. */
export type RegistrySettings = z.output<typeof registrySettings>;

/** The part of them that nodes need. */
export type NodeRegistrySettings = z.output<typeof nodeRegistrySettings>;
