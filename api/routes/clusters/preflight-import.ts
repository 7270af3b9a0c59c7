import type { preflightImport } from "../../../contract/rest/cluster-imports.ts";
import { findAtProvider, readKubeconfig } from "../../clusters/imports/find-access.ts";
import { preflightBody, runPreflight } from "../../clusters/imports/run-preflight.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Handler } from "../../http/context.ts";
import { activeMembership } from "../../identity/active-organization.ts";

/** Says what an import would meet. */
export const handle: Handler<typeof preflightImport> = async (context, { body }) => {
  const organization = activeMembership(assertUser(context.principal), body.organization_id);
  assertRole(organization.role, "admin");
  await context.services.importLimit.assertAllowed(organization.organizationId);
  const access = readKubeconfig(body) ?? (await findAtProvider(context, body, organization));
  return {
    body: preflightBody(await runPreflight(context, access, { ...body, organizationId: organization.organizationId })),
  };
};
