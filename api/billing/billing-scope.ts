import type { PaymentProvider } from "../../adapters/payments/payment-provider.ts";
import type { Membership } from "../../adapters/postgres/identity/principal.ts";
import { BerthError } from "../../contract/errors.ts";
import { assertUser } from "../http/authenticate.ts";
import { assertRole } from "../http/authorize.ts";
import type { Context } from "../http/context.ts";

/** Finds whose payment method a request means: that of the organization named, else the caller's own. */
export function billingScope({ principal, operation }: Context, organizationId: string | null | undefined): Membership {
  const { memberships } = assertUser(principal);
  const membership = memberships.find((one) =>
    typeof organizationId === "string" ? one.organizationId === organizationId : one.isPersonal && one.role === "owner",
  );
  if (membership === undefined) throw new BerthError("not_found");
  if (operation.who.kind === "role") assertRole(membership.role, operation.who.role);
  return membership;
}

/** Returns the payment provider, or says that the platform takes no payments. */
export function assertPayments({ services }: Context): PaymentProvider {
  if (services.payments === undefined) throw new BerthError("billing_not_configured");
  return services.payments;
}
