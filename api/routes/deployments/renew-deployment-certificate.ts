import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type { renewDeploymentCertificate } from "../../../contract/rest/deployment-actions.ts";
import { domainCertificateName, isDomainActive } from "../../../render/custom-domain.ts";
import { actOnDeployment } from "../../deployments/act-on-deployment.ts";
import { readObject } from "../../deployments/read-spec.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusal } from "../../http/refusal.ts";
import { loadResource } from "../../resources/load-resource.ts";

type Live = Readonly<{ spec: DeploymentSpec; status?: DeploymentStatus | undefined }>;

/** Has another certificate made for the own domain of a deployment. */
export const handle: Handler<typeof renewDeploymentCertificate> = async (context, request) => {
  const row = await loadResource(context, "Deployment", request.path.deployment_id);
  const live = await readObject(context, row);
  const why = refuse(context, live);
  if (why !== undefined) throw refusal(why);
  return actOnDeployment(context, request, {
    member: "certificateRequestedAt",
    value: () => new Date().toISOString(),
    // Of two at once both have seen none under way.
    basedOn: live.generation,
    warnings: () => [COUNTED],
  });
};

const COUNTED =
  "The issuer counts it among those of this name; the one before can be used by whoever has its key until it is revoked there or ends.";

function refuse(context: Context, { spec, status }: Live): string | undefined {
  const { customDomain: domain } = spec;
  if (domain === undefined)
    return "It has no domain of its own; certificates of the platform's hosts are the platform's.";
  if (context.services.config.clusterIssuer === "") {
    const secret = domainCertificateName(status?.handle ?? "<handle>");
    return `People bring certificates here: bring another one, with another key, as the Secret ${secret}.`;
  }
  if (!isDomainActive({ spec, status })) return `${domain} is not active yet, so that it has no certificate.`;
  // An attempt whose answer was lost may be the very one that is under way.
  return context.repeat?.abandoned === undefined ? refuseAnother({ spec, status }) : undefined;
}

function refuseAnother(live: Live): string | undefined {
  if (!isUnderWay(live)) return undefined;
  const said = renewedOf(live.status)?.message ?? "";
  return `Another one is asked for already: wait for CertificateRenewed.${said === "" ? "" : ` ${said}`}`;
}

/** Each attempt counts at the issuer, so that nobody makes two of one. */
function isUnderWay({ spec, status }: Live): boolean {
  const { certificateRequestedAt: requestedAt } = spec;
  if (requestedAt === undefined) return false;
  return status?.certificateRenewal?.requestedAt !== requestedAt || renewedOf(status)?.status !== "True";
}

function renewedOf(status: DeploymentStatus | undefined) {
  return status?.conditions?.find(({ type }) => type === "CertificateRenewed");
}
