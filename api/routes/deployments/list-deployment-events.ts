import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { EVENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { deploymentResource } from "../../../contract/resources/deployment.ts";
import type { KubernetesEventResponse, listDeploymentEvents } from "../../../contract/rest/deployment-observation.ts";
import { restTimeOrNull } from "../../../render/projection/rest-time.ts";
import { translateTenantFault } from "../../clusters/tenant-reader.ts";
import { findTenantPlace, isOwnName } from "../../deployments/tenant-place.ts";
import type { Context, Handler } from "../../http/context.ts";
import { translateKubeFault } from "../../resources/kube-faults.ts";
import { loadResource } from "../../resources/load-resource.ts";

const LIMIT_DEFAULT = 100;
/** Kubernetes lists events in no order of time, so that all are read, up to this many. */
const READ_MAX = 2_000;

type EventObject = KubeObject &
  Readonly<{
    type?: string;
    reason?: string;
    message?: string;
    count?: number;
    firstTimestamp?: string | null;
    lastTimestamp?: string | null;
    eventTime?: string | null;
    series?: Readonly<{ count?: number; lastObservedTime?: string }> | null;
    involvedObject?: Readonly<{ kind?: string; name?: string }>;
  }>;

/** Lists what the platform says of a deployment and Kubernetes of its objects, newest first. */
export const handle: Handler<typeof listDeploymentEvents> = async (context, { path, query }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const [told, seen] = await Promise.all([listPlatformEvents(context, row), listClusterEvents(context, row)]);
  const events = [
    ...told.map((event) => eventBody(event, "platform")),
    ...seen.map((event) => eventBody(event, "cluster")),
  ];
  events.sort((left, right) => ((left.last_seen_at ?? "") < (right.last_seen_at ?? "") ? 1 : -1));
  return { body: { events: events.slice(0, query.limit ?? LIMIT_DEFAULT) } };
};

/** These count what is other people's too. */
const FOR_PLATFORM_PEOPLE = new Set(["ReleaseStopped"]);

async function listPlatformEvents({ services }: Context, { namespace, uid }: StoredResource): Promise<EventObject[]> {
  const ofIt = { namespace, fieldSelector: `involvedObject.uid=${uid}` };
  const { items } = await services.kube.list<EventObject>(EVENTS, ofIt).catch((error: unknown) => {
    throw translateKubeFault(error, deploymentResource);
  });
  return items.filter(({ reason = "" }) => !FOR_PLATFORM_PEOPLE.has(reason));
}

async function listClusterEvents(context: Context, row: StoredResource): Promise<EventObject[]> {
  const place = await findTenantPlace(context, row);
  const client = await context.services.tenantReader.open(place.cluster);
  try {
    const url = `/api/v1/namespaces/${place.namespace}/events`;
    const answer = await client.request("GET", url, { query: { limit: String(READ_MAX) } }).catch((error: unknown) => {
      throw translateTenantFault(error);
    });
    const { items = [] } = answer as { items?: readonly EventObject[] };
    return items.filter(({ involvedObject }) => isOwnName(place, involvedObject?.name ?? ""));
  } finally {
    await client.close();
  }
}

function eventBody(event: EventObject, source: KubernetesEventResponse["source"]): KubernetesEventResponse {
  const { type = "Normal", reason = "", message = "", involvedObject: { kind = "", name = "" } = {} } = event;
  const { first, last, count } = seenOf(event);
  return {
    type,
    source,
    reason,
    message,
    object_kind: kind,
    object_name: name,
    count,
    first_seen_at: restTimeOrNull(first),
    last_seen_at: restTimeOrNull(last),
  };
}

type Seen = Readonly<{ first: string | undefined; last: string | undefined; count: number }>;

/** Old events carry first, last and count; new ones a time and, when repeated, a series. */
function seenOf({ metadata, series, eventTime, firstTimestamp, lastTimestamp, count = 1 }: EventObject): Seen {
  const at = eventTime ?? metadata.creationTimestamp;
  const first = firstTimestamp ?? at;
  const { count: times = count, lastObservedTime = lastTimestamp ?? at } = series ?? {};
  return { first, last: lastObservedTime, count: times };
}
