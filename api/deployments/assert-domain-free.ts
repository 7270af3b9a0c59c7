import {
  findDomainHolder,
  type DomainHolder,
  type DomainWish,
} from "../../adapters/postgres/resources/domain-store.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import type { Context } from "../http/context.ts";

/** Refuses a domain that another deployment has; of one of another organization no more is said than that. */
export async function assertDomainFree(
  { services }: Context,
  wish: DomainWish,
  { namespace }: Pick<StoredResource, "namespace">,
): Promise<void> {
  const holder = await findDomainHolder(services.pool, wish);
  if (holder === undefined) return;
  if (holder.organizationId === wish.organizationId) throw heldHere(wish.domain, holder);
  const record = `the TXT record ${domainRecordName(wish.domain)} with the value "${domainRecordValue(namespace)}"`;
  throw new BerthError("domain_taken", {
    publicMessage: `custom_domain: ${wish.domain} is taken. If it is yours, create ${record} and repeat in ten minutes.`,
  });
}

function heldHere(domain: string, { id, name }: DomainHolder): BerthError {
  return new BerthError("domain_taken", {
    publicMessage: `custom_domain: ${domain} is that of the deployment ${name}; take it away there first.`,
    details: { conflicts: [{ kind: "Deployment", id, name }] },
  });
}
