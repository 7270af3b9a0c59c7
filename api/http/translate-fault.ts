import { isKubernetesAway } from "../../adapters/kubernetes/kube-error.ts";
import { isPostgresAway } from "../../adapters/postgres/pool.ts";
import { BerthError } from "../../contract/errors.ts";
import { UnknownRouteError } from "./find-route.ts";
import { ValidationFault } from "./validation-fault.ts";

/** Names the dependency that is away; foreign faults never decide an answer by themselves. */
export function translateFault(error: unknown): unknown {
  if (error instanceof BerthError || error instanceof ValidationFault || error instanceof UnknownRouteError)
    return error;
  if (isKubernetesAway(error)) return new BerthError("kubernetes_unavailable", { cause: error });
  return isPostgresAway(error) ? new BerthError("postgres_unavailable", { cause: error }) : error;
}
