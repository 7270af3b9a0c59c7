/*
 * Who has a custom_domain, as far as Postgres knows; the operator's condition DomainVerified has the last word:
 * 1. a deployment that has proven a domain has it, whichever organization it is in;
 * 2. inside an organization the one that names it first has it: the TXT record names the organization, so that all of
 *    its deployments would prove it;
 * 3. naming alone takes nothing from another organization, or anybody could keep anybody's domain away from them.
 * A claim covers the moment between the check and the projection of what was written, so that of two requests at once
 * only one goes on. It is gone with the projection, and stale after two minutes: by then the mirror has told.
 */
import type { Queryable } from "../queryable.ts";

/** The wish of an organization to give a domain to a deployment. */
export type DomainWish = Readonly<{
  domain: string;
  organizationId: string;
  /** Deployments whose hold does not count: the wanted one itself, and one that hands the domain over. */
  except: readonly string[];
}>;
/** That wish for one deployment. */
export type DomainClaim = DomainWish & Readonly<{ resourceId: string }>;
/** The deployment that has a domain. */
export type DomainHolder = Readonly<{ id: string; name: string; organizationId: string }>;

const STALE = "interval '2 minutes'";

const HOLDER = `id, display_name AS name, organization_id AS "organizationId"`;
const OTHERS = "kind = 'Deployment' AND deleted_at IS NULL AND id <> ALL($3::uuid[])";
/** Finds who stands against a wish; each half is one look into an index, however many name the domain. */
export const FIND_HOLDER = `(SELECT ${HOLDER} FROM resources
    WHERE custom_domain = $1 AND organization_id = $2 AND ${OTHERS} LIMIT 1)
  UNION ALL
  (SELECT ${HOLDER} FROM resources WHERE custom_domain = $1 AND domain_active AND ${OTHERS} LIMIT 1)
  LIMIT 1`;

/** Finds the deployment that stands against a wish. */
export async function findDomainHolder(
  db: Queryable,
  { domain, organizationId, except }: DomainWish,
): Promise<DomainHolder | undefined> {
  const values = [domain, organizationId, except];
  const { rows } = await db.query<DomainHolder>({ name: "find-domain-holder", text: FIND_HOLDER, values });
  return rows[0];
}

/** Claims a domain in the transaction that begins a write; false when another deployment has it or is about to. */
export async function claimDomain(db: Queryable, claim: DomainClaim): Promise<boolean> {
  const { domain, organizationId, resourceId } = claim;
  const { rowCount } = await db.query({
    name: "claim-domain",
    text: `INSERT INTO domain_claims AS c (organization_id, domain, resource_id) VALUES ($1, $2, $3)
      ON CONFLICT (organization_id, domain) DO UPDATE SET resource_id = excluded.resource_id, claimed_at = now()
      WHERE c.resource_id = excluded.resource_id OR c.claimed_at < now() - ${STALE}`,
    values: [organizationId, domain, resourceId],
  });
  // Only after the claim: whoever held it until now has committed its projection.
  const except = [...claim.except, resourceId];
  return rowCount === 1 && (await findDomainHolder(db, { ...claim, except })) === undefined;
}

/** Ends a claim: the projection shows the domain, or the write was refused. */
export async function releaseDomain(db: Queryable, { domain, organizationId, resourceId }: DomainClaim): Promise<void> {
  await db.query({
    name: "release-domain",
    text: "DELETE FROM domain_claims WHERE organization_id = $1 AND domain = $2 AND resource_id = $3",
    values: [organizationId, domain, resourceId],
  });
}

/** Drops the claims that processes which ended early have left. */
export async function sweepDomainClaims(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM domain_claims WHERE claimed_at < now() - ${STALE}`);
}
