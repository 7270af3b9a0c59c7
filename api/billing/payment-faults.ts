import { PaymentFault } from "../../adapters/payments/payment-provider.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";

const FAILED = "The payment provider Mollie did not answer as it should; repeat later.";
const BUSY = "The payment provider Mollie takes no more requests now; repeat later.";

/** Translates a fault of the payment provider; others pass. A key that is refused is for the platform's people to mend. */
export function translatePaymentFault({ log, requestId }: Context, error: unknown, publicMessage = FAILED): unknown {
  if (!(error instanceof PaymentFault)) return error;
  const isOurs = error.status === 401 || error.status === 403;
  log[isOurs ? "error" : "info"]("The payment provider failed", { requestId, reason: error.reason });
  if (error.kind !== "busy") return new BerthError("provider_failed", { cause: error, publicMessage });
  const { retryAfterSeconds } = error;
  return new BerthError("unavailable", {
    cause: error,
    publicMessage: BUSY,
    ...(retryAfterSeconds && { retryAfterSeconds }),
  });
}

/** Runs calls of the payment provider with their faults translated. */
export async function askProvider<T>(context: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translatePaymentFault(context, error);
  }
}
