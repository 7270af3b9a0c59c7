import { z } from "zod";
import { wholeNumber } from "../../contract/whole-number.ts";

/** Lists the settings of shells and tunnels. */
export const podAccessSettings = {
  BERTH_SHELLS_PER_USER: wholeNumber(20, 1, 10_000).meta({
    description: "Shells in pods that a user may have open at one gateway",
  }),
  BERTH_TUNNELS_PER_USER: wholeNumber(100, 1, 10_000).meta({
    description: "Connections through tunnels that a user may have open at one gateway",
  }),
  BERTH_EXEC_IDLE_MINUTES: wholeNumber(30, 1, 1_440).meta({
    description: "Minutes after which a shell or tunnel ends through which nothing went",
  }),
  BERTH_EXEC_MAX_HOURS: wholeNumber(12, 1, 168).meta({
    description: "Hours after which a shell or tunnel ends whatever goes through it",
  }),
  BERTH_DEBUG_IMAGE: z
    .string()
    .regex(/^[\w][\w./:@-]{0,499}$/)
    .default("busybox:1.37")
    .meta({
      description:
        "Image of debug containers (berth exec --debug), with sh, cat and timeout; name it by digest where you can",
    }),
};

/** The bounds of shells and tunnels, and the image of debug containers. */
export type PodAccessConfig = Readonly<{
  perUser: Readonly<Record<"shell" | "tunnel", number>>;
  idleMs: number;
  totalMs: number;
  debugImage: string;
}>;

/** Makes the part of the settings that bounds shells and tunnels. */
export function toPodAccessConfig(given: z.infer<z.ZodObject<typeof podAccessSettings>>): PodAccessConfig {
  return {
    perUser: { shell: given.BERTH_SHELLS_PER_USER, tunnel: given.BERTH_TUNNELS_PER_USER },
    idleMs: given.BERTH_EXEC_IDLE_MINUTES * 60_000,
    totalMs: given.BERTH_EXEC_MAX_HOURS * 3_600_000,
    debugImage: given.BERTH_DEBUG_IMAGE,
  };
}
