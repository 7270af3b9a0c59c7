import { BerthError } from "../../../contract/errors.ts";
import { EVENT_KINDS, type EventKind, type streamEvents } from "../../../contract/rest/events.ts";
import { beginAt, eventTexts, mayHear, type EventClient } from "../../events/event-stream.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import type { User } from "../../http/principal.ts";
import { roleIn } from "../../resources/load-resource.ts";

/** Sends the changes of the caller's resources as they happen. */
export const handle: Handler<typeof streamEvents> = async (context, { query, headers }) => {
  const { services, proof } = context;
  const user = assertUser(context.principal);
  assertHeard(user, query.kind);
  if (query.organization_id !== undefined && roleIn(context, query.organization_id) === undefined)
    throw new BerthError("not_found");
  const signal = AbortSignal.any([context.signalOfClient(), services.stopping]);
  const close = services.events.open(user.userId);
  if (close === undefined)
    throw new BerthError("rate_limited", {
      publicMessage: "You have as many streams open as you may; close one.",
      retryAfterSeconds: 15,
    });
  signal.addEventListener("abort", close);
  if (signal.aborted) close();
  const filter = {
    ...(query.kind !== undefined && { kind: query.kind }),
    ...(query.id !== undefined && { id: query.id }),
    ...(query.organization_id !== undefined && { organizationId: query.organization_id }),
  };
  const { events: hub, pool, accessReads: reads } = services;
  const client: EventClient = { hub, pool, reads, user, proof, filter, signal };
  // Every end of an answer closes the response, and so the stream.
  const begin = await beginAt(client, headers["last-event-id"] ?? query.cursor);
  return {
    stream: { chunks: eventTexts(client, begin), stallMs: services.events.limits.stallMs },
    contentType: "text/event-stream; charset=utf-8",
    headers: { "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
  };
};

function assertHeard(user: User, kind: EventKind | undefined): void {
  const kinds = kind === undefined ? EVENT_KINDS : [kind];
  if (!kinds.some((one) => mayHear(user, one)))
    throw new BerthError("forbidden", { publicMessage: "This API key may not read what it asks to hear of." });
}
