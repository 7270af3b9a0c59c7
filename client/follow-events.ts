import type { components, operations } from "./generated/paths.ts";
import { resumeStream, type OnConnection, type StreamMeans } from "./resume-stream.ts";

/** The change of one resource, with the resource as a read shows it now. */
export type ChangeEvent = components["schemas"]["ChangeEvent"];

/** What a follower hears: a change, or that changes were lost and lists must be read anew. `cursor` resumes after it. */
export type BerthEvent =
  Readonly<{ type: "change"; cursor: string; change: ChangeEvent }> | Readonly<{ type: "resync"; cursor: string }>;

/** Which events, from where on (now when unset), and until when; `onCurrent` hears after each opening that what was before has all been told. */
export type EventChoice = Readonly<{
  query?: operations["streamEvents"]["parameters"]["query"];
  signal?: AbortSignal;
  onConnection?: OnConnection;
  onCurrent?: () => void;
}>;

type Open = (query: object, signal: AbortSignal) => Promise<Response>;

/** Yields changes as they happen; a broken connection is resumed after the last one. */
export async function* followEvents(
  open: Open,
  { query = {}, signal = new AbortController().signal, onConnection, onCurrent }: EventChoice,
  means: StreamMeans,
): AsyncGenerator<BerthEvent, void> {
  let { cursor } = query;
  const onId = (id: string): void => {
    cursor = id;
  };
  const stream = { open: (until: AbortSignal) => open({ ...query, cursor }, until), signal, onConnection, onId };
  for await (const { event, data, id = "" } of resumeStream(stream, means)) {
    if (event === "current") onCurrent?.();
    if (event === "resync") yield { type: "resync", cursor: id };
    if (event === "change") yield { type: "change", cursor: id, change: JSON.parse(data) as ChangeEvent };
  }
}
