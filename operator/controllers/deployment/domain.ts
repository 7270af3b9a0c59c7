import {
  domainCertificateName,
  domainRecordName,
  domainRecordValue,
  isDomainActive,
} from "../../../render/custom-domain.ts";
import { clusterRouting } from "../../../render/bundle/component.ts";
import { tenantNamespace } from "../../../render/delivery-names.ts";
import { answersHttp } from "../../../render/deployment/published-route.ts";
import {
  decideDomain,
  type DomainDecision,
  type DomainTold,
  type DomainView,
} from "../../machines/deployment/domain.ts";
import { isDomainTaken } from "../../resources/domain-claims.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { hasCome, type IssuerWish } from "../../machines/deployment/issuer-wish.ts";
import type { DeploymentContext } from "./context.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import { placeOfCertificate, type CertificatePlace } from "./certificate-place.ts";
import { placeOfRoute, routedAt } from "./route-place.ts";
import type { DomainLooks } from "./domain-looks.ts";

/** Looks at a deployment's own domain; undefined when it has none. It reads memory only, and has DNS and cluster asked. */
export function lookAtDomain(
  context: DeploymentContext,
  object: DeploymentObject,
  cluster: ClusterObject | undefined,
): DomainDecision | undefined {
  const { spec, metadata } = object;
  const { customDomain: domain } = spec;
  const { namespace: organization = "" } = metadata;
  if (domain === undefined) return undefined;
  const handle = deploymentHandle(object);
  const record = { name: domainRecordName(domain), value: domainRecordValue(organization) };
  const published = answersHttp(spec);
  const routing = cluster === undefined ? "ingress" : clusterRouting(cluster);
  const { gatewayAddress } = cluster?.status ?? {};
  const [namespace, certificate] = [tenantNamespace({ handle, spec }), domainCertificateName(handle)];
  const isIssued = context.settings.clusterIssuer !== "";
  const place = placeOfCertificate(context.tenants, cluster, { namespace, name: certificate, isIssued });
  const wish = wishOf(context, object, place);
  const nowMs = context.clock.nowMs();
  const subject = {
    handle,
    organization,
    record,
    stamp: domain,
    ...placeOfRoute(cluster, { namespace, ingress: handle }),
    certificate: place,
    isIssued,
    withSerial: isSerialWanted(object, wish, nowMs),
    deployment: handle,
    routing,
    gatewayAddress,
  };
  const at = cluster && routedAt(cluster);
  const client = at === undefined ? undefined : context.tenants.client(at);
  const found = published ? seenOf(context.domains.look(client, subject), domain) : NOT_ASKED;
  // Where nobody was asked it is known all the same that an Ingress has no such route.
  const seen = routing === "ingress" ? { ...found, route: NO_ROUTE } : found;
  const { certificateRequestedAt } = spec;
  const view = {
    domain,
    record,
    published,
    certificateRequestedAt,
    wish,
    ...seen,
    taken: isDomainTaken(context.caches.deployments, object, domain),
  };
  return decideDomain(view, toldOf(object, domain), nowMs);
}

/** Only where it is active is there a certificate. */
function wishOf(
  { wishes }: Pick<DeploymentContext, "wishes">,
  object: DeploymentObject,
  certificate: CertificatePlace,
): IssuerWish | undefined {
  const isAsked = answersHttp(object.spec) && isDomainActive(object);
  return isAsked ? wishes?.look({ handle: deploymentHandle(object), certificate }) : undefined;
}

/** Which one lies there matters where another one is asked for, and nowhere else. */
function isSerialWanted({ spec, status }: DeploymentObject, wish: IssuerWish | undefined, nowMs: number): boolean {
  const isAsked = spec.certificateRequestedAt !== undefined || status?.certificateRenewal !== undefined;
  return isAsked || hasCome(wish, nowMs);
}

type Seen = Pick<DomainView, "proof" | "certificate" | "points" | "route">;
const UNASKED = { kind: "unasked" } as const;
const NOT_ASKED: Seen = { proof: "unasked", certificate: UNASKED, points: UNASKED, route: UNASKED };
const UNREACHABLE = { kind: "unreachable" } as const;
const NO_CLUSTER: Seen = { proof: "unasked", certificate: UNREACHABLE, points: UNASKED, route: UNREACHABLE };
const NO_ROUTE = { kind: "none" } as const;

function seenOf(found: ReturnType<DomainLooks["look"]>, domain: string): Seen {
  if (found.kind === "unreachable") return NO_CLUSTER;
  return found.kind === "looked" && found.domain === domain ? found : NOT_ASKED;
}

/** What was told of another domain, or before the last change, says nothing of this one. */
function toldOf({ status, metadata }: DeploymentObject, domain: string): DomainTold {
  const { customDomain: memory, certificateRenewal, conditions = [], observedGeneration } = status ?? {};
  const isOfThis = memory?.name === domain || observedGeneration === metadata.generation;
  return {
    memory,
    renewal: certificateRenewal,
    conditions: isOfThis ? conditions : [],
  };
}
