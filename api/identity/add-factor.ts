import { addSecondFactor, type SecondFactorRow } from "../../adapters/postgres/identity/second-factor-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { newId } from "./new-id.ts";

type NewFactor = Pick<SecondFactorRow, "userId" | "type" | "name"> & Readonly<{ secret: string }>;

/** Keeps a second factor that is not confirmed yet, its secret sealed; answers its id. */
export async function addFactor({ services }: Pick<Context, "services">, factor: NewFactor): Promise<string> {
  const id = newId();
  const secret = services.secretSeal.seal(factor.secret, id);
  if (!(await addSecondFactor(services.pool, { ...factor, id, secret })))
    throw new BerthError("conflict", { publicMessage: "There are ten second factors already; remove one first." });
  return id;
}
