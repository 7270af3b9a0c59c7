import type { z } from "zod";
import { wholeNumber } from "../../contract/whole-number.ts";

/** Lists the settings of what one user, one credential and one organization may do in a while, at one gateway. */
export const limitSettings = {
  BERTH_WAIT_MAX: wholeNumber(300, 0, 300).meta({ description: "Longest ?wait= in seconds" }),
  BERTH_WAITS_PER_USER: wholeNumber(32, 1, 1_000_000).meta({
    description: "Requests with ?wait= that a user has under way at one gateway",
  }),
  BERTH_WRITES_PER_MINUTE: wholeNumber(600, 1, 1_000_000).meta({
    description: "Changes a minute and organization at one gateway",
  }),
  BERTH_RATE_LIMIT_PER_SECOND: wholeNumber(100, 1, 1_000_000).meta({
    description: "Requests per second and principal",
  }),
  BERTH_RATE_LIMIT_BURST: wholeNumber(200, 1, 1_000_000).meta({ description: "Requests of a burst per principal" }),
};

/** Those limits. */
export type LimitConfig = Readonly<{
  waitMaxSeconds: number;
  waitsPerUser: number;
  writesPerMinute: number;
  rateLimit: Readonly<{ perSecond: number; burst: number }>;
}>;

/** Makes the part of the settings that limits requests. */
export function toLimitConfig(given: z.infer<z.ZodObject<typeof limitSettings>>): LimitConfig {
  return {
    waitMaxSeconds: given.BERTH_WAIT_MAX,
    waitsPerUser: given.BERTH_WAITS_PER_USER,
    writesPerMinute: given.BERTH_WRITES_PER_MINUTE,
    rateLimit: { perSecond: given.BERTH_RATE_LIMIT_PER_SECOND, burst: given.BERTH_RATE_LIMIT_BURST },
  };
}
