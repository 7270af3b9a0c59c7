import type { AdapterPayload } from "oidc-provider";
import { decideCode, findWaitingCode } from "../../adapters/postgres/oauth/device-code-store.ts";
import { hashToken } from "../identity/api-key-format.ts";
import { agentResource } from "./agent-audience.ts";
import type { GivenConsent } from "./give-consent.ts";
import type { Interactions } from "./page-visit.ts";
import { openPayload, sealPayload } from "./record-seal.ts";

/** A device that waits for a person. */
export type DeviceRequest = Readonly<{
  /** As the device shows it. */
  userCode: string;
  clientId: string;
  scopes: readonly string[];
  isAgent: boolean;
  askedFrom: string;
  idHash: Buffer;
  payload: AdapterPayload;
}>;

/** What people make of a code when they type it: small letters, spaces, other dashes. */
export function normalizeUserCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** Finds the device that shows a code and still waits. */
export async function findDevice(
  { services, keys, publicUrl }: Interactions,
  typed: string,
): Promise<DeviceRequest | undefined> {
  const code = normalizeUserCode(typed);
  const found = await findWaitingCode(services.pool, keys.userCodeHash(code));
  const key = found && ({ model: "DeviceCode", idHash: found.idHash } as const);
  const payload = found && key && openPayload(services.secretSeal, key, found.sealedPayload);
  if (key === undefined || payload === undefined) return undefined;
  const { params = {}, deviceInfo } = payload;
  return {
    userCode: `${code.slice(0, 4)}-${code.slice(4)}`,
    clientId: String(payload.clientId),
    scopes: String(params["scope"]).split(" "),
    isAgent: params["resource"] === agentResource(publicUrl),
    askedFrom: typeof deviceInfo?.["address"] === "string" ? deviceInfo["address"] : "unknown",
    idHash: key.idHash,
    payload,
  };
}

/** Lets a device have its tokens the next time it asks; false when somebody else has decided meanwhile, or it is too late. */
export function allowDevice(
  { services, publicUrl }: Interactions,
  device: DeviceRequest,
  { user, grantId, scope }: GivenConsent,
): Promise<boolean> {
  const { userId: accountId } = user;
  const resource = device.isAgent ? { resource: agentResource(publicUrl) } : {};
  const payload = { ...device.payload, accountId, grantId, scope, ...resource };
  return decide(services, device, { payload, accountId, grantHash: hashToken(grantId) });
}

/** Lets a device hear that it was not allowed. */
export function denyDevice({ services }: Interactions, device: DeviceRequest, accountId: string): Promise<boolean> {
  const refused = { error: "access_denied", errorDescription: "the person did not consent" };
  return decide(services, device, { payload: { ...device.payload, ...refused }, accountId, grantHash: null });
}

type Decision = Readonly<{ payload: AdapterPayload; accountId: string; grantHash: Buffer | null }>;

function decide(
  { pool, secretSeal }: Interactions["services"],
  { idHash }: DeviceRequest,
  { payload, ...decision }: Decision,
): Promise<boolean> {
  const sealedPayload = sealPayload(secretSeal, { model: "DeviceCode", idHash }, payload);
  return decideCode(pool, { idHash, sealedPayload, ...decision });
}
