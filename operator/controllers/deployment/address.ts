import { isStaged } from "../../../contract/resources/staged-import.ts";
import { deriveHttpProbePath } from "../../../render/deployment/deployment-values.ts";
import { isServing, isToldReached, type AddressFacts } from "../../machines/deployment/reachable.ts";
import type { ApplicationView } from "../../machines/deployment/state.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import type { DeploymentContext } from "./context.ts";

/** What is known of an application's address, and when to look again. */
export type AddressLook = AddressFacts &
  Readonly<{
    recheckMs: number | undefined;
    /** Whether it is asked for the first time since the last change, and has not answered yet. */
    isAwaited: boolean;
  }>;

const UNASKED = { recheckMs: undefined, isAwaited: false } as const;

/** Looks at an application's public address; undefined when it has none. It reads memory only, and has the address asked. */
export function lookAtAddress(
  { addresses }: Pick<DeploymentContext, "addresses">,
  object: DeploymentObject,
  url: string | undefined,
  application: ApplicationView,
): AddressLook | undefined {
  const { spec, metadata } = object;
  if (url === undefined || isStaged(spec)) return undefined;
  const probed = deriveHttpProbePath(spec);
  const isGrpc = spec.containerPortProtocol === "grpc";
  // A server of gRPC answers no call with a 404 of its own.
  const at = { url, path: probed ?? "/", isProbed: isGrpc || probed !== undefined };
  if (addresses === undefined) return { ...at, view: { kind: "off" }, ...UNASKED };
  const handle = deploymentHandle(object);
  if (spec.stopped === true || !isServing(application)) return { ...at, view: { kind: "unasked" }, ...UNASKED };
  const { namespace: organization = "", generation = 1 } = metadata;
  const wasReached = isToldReached(url, generation, object.status);
  return { ...at, ...addresses.look({ ...at, isGrpc, handle, organization, generation, wasReached }) };
}
