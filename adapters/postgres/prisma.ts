import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "./generated/client.ts";

/** Creates the Prisma client over a pool that the caller owns, or over a URL; `$disconnect` leaves a given pool open. */
export function createPrisma(poolOrUrl: pg.Pool | string): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(poolOrUrl) });
}
