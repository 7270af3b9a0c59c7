import { stopPlatform } from "./platform.ts";

/** Stops what a whole mocha process shared. */
export const mochaHooks = { afterAll: stopPlatform };
