import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { CERTIFICATES } from "../../../adapters/kubernetes/resource-types.ts";
import { messageOf } from "../../../adapters/log/thrown.ts";
import { FIELD_MANAGERS } from "../../../contract/identity.ts";
import { domainCertificateName } from "../../../render/custom-domain.ts";
import { tenantNamespace } from "../../../render/delivery-names.ts";
import { findCluster } from "../delivered/target.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import { placeOfCertificate, type CertificatePlace } from "./certificate-place.ts";
import type { DeploymentContext } from "./context.ts";
import { readSerial, type Certificate } from "./read-certificate.ts";
import { CALL } from "../shared/looks.ts";

type Context = Pick<DeploymentContext, "tenants" | "clock" | "logger" | "domains"> & Parameters<typeof findCluster>[0];

const ISSUING = "Issuing";

/** Asks cert-manager for another certificate of an own domain; a fault holds up nothing else: it is tried again with the next look. */
export async function askForCertificate(context: Context, object: DeploymentObject): Promise<void> {
  const { spec, status } = object;
  const replaces = status?.certificateRenewal?.replaces;
  if (replaces === undefined) return;
  const handle = deploymentHandle(object);
  const wanted = { namespace: tenantNamespace({ handle, spec }), name: domainCertificateName(handle), isIssued: true };
  try {
    await renew(placeOfCertificate(context.tenants, findCluster(context, object), wanted), {
      replaces,
      nowMs: context.clock.nowMs(),
    });
    context.domains.forget(handle);
  } catch (error) {
    context.logger.warn("Another certificate could not be asked for", { deployment: handle, error: messageOf(error) });
  }
}

/**
 * Does what `cmctl renew` does. What was looked at may have moved since: it is asked for only where the certificate that is to be replaced is
 * still there, nobody makes another one, and nobody writes in between.
 */
async function renew(
  { client, namespace, name }: CertificatePlace,
  { replaces, nowMs }: Readonly<{ replaces: string; nowMs: number }>,
): Promise<void> {
  if (client === undefined) return;
  const place = { namespace, name };
  const found = await client.get<Certificate>(CERTIFICATES, place, CALL);
  if (found === undefined || (await readSerial(client, place)) !== replaces) return;
  const { conditions = [] } = found.status ?? {};
  if (conditions.some(({ type, status }) => type === ISSUING && status === "True")) return;
  const issuing = {
    type: ISSUING,
    status: "True",
    reason: "ManuallyTriggered",
    message: "Another certificate was asked for at the platform",
    lastTransitionTime: new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z"),
    observedGeneration: found.metadata.generation,
  };
  const { resourceVersion } = found.metadata;
  const rest = conditions.filter(({ type }) => type !== ISSUING);
  const body = { metadata: { resourceVersion }, status: { conditions: [...rest, issuing] } };
  try {
    const by = { ...CALL, fieldManager: FIELD_MANAGERS.operator, subresource: "status" } as const;
    await client.patch(CERTIFICATES, place, { kind: "merge", body }, by);
  } catch (error) {
    if (!(error instanceof KubeError && error.status === 409)) throw error;
  }
}
