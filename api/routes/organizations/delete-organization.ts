import {
  deleteOrganization,
  listOwned,
  lockOrganization,
  type OrganizationRow,
  type OwnedThing,
} from "../../../adapters/postgres/identity/organization-store.ts";
import type { Queryable } from "../../../adapters/postgres/queryable.ts";
import { listCloudCredentials } from "../../../adapters/postgres/resources/cloud-credential-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { deleteOrganization as operation } from "../../../contract/rest/organizations.ts";
import type { Context, Handler } from "../../http/context.ts";
import { assertVersion } from "../../http/etag.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { recordChange } from "../../identity/record-change.ts";
import { secretId } from "../../secrets/secret-body.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { listUnmirrored } from "../../resources/list-unmirrored.ts";

const SHOWN_MAX = 20;

/** Deletes an organization that owns nothing any more. */
export const handle: Handler<typeof operation> = async (context, { path, headers }) => {
  const { organizationId } = membershipOf(context, path.slug);
  await recordChange(context, async (db) => {
    const organization = await lockOrganization(db, organizationId);
    if (organization === undefined) throw new BerthError("not_found");
    assertVersion(organization, headers["if-match"]);
    assertDeletable(organization);
    const owned = [
      listOwned(db, organizationId),
      listUnmirrored(context, organization.slug),
      listStored(context, db, organization),
    ];
    assertEmpty((await Promise.all(owned)).flat());
    await deleteOrganization(db, organizationId);
    const audit = auditOf(context, { kind: "Organization", id: organizationId, organizationId });
    return { result: undefined, audit: { ...audit, changes: { before: { name: organization.name } } } };
  });
  return { body: { message: "The organization is deleted." } };
};

/** What lies outside would be nobody's afterwards. */
async function listStored({ services }: Context, db: Queryable, { id, slug }: OrganizationRow): Promise<OwnedThing[]> {
  const secrets = await services.secrets.list({ organization: slug, deploymentId: undefined }, "all");
  // By the connection of the transaction: many that each wait for a second one would wait for each other.
  const credentials = await listCloudCredentials(db, id, { limit: SHOWN_MAX });
  return [
    ...secrets.slice(0, SHOWN_MAX).map((secret) => ({ kind: "Secret", id: secretId(slug, secret), name: secret.name })),
    ...credentials.map((one) => ({ kind: "CloudCredential", id: one.id, name: one.name })),
  ];
}

function assertDeletable({ isPersonal, isSystem }: OrganizationRow): void {
  if (isPersonal)
    throw new BerthError("conflict", { publicMessage: "A personal organization stays as long as its account." });
  if (isSystem) throw new BerthError("conflict", { publicMessage: "The platform's own organization stays." });
}

function assertEmpty(owned: readonly OwnedThing[]): void {
  if (owned.length === 0) return;
  const conflicts = [...new Map(owned.map((thing) => [`${thing.kind} ${thing.name}`, thing])).values()];
  throw new BerthError("organization_in_use", { details: { conflicts } });
}
