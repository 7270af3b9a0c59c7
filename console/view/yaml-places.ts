import { EVENT_ID, getScalarValue, type Event } from "js-yaml";

/** Where in a body something stands: the names of members, and the places in lists. */
export type BodyPath = readonly (string | number)[];

/** The lines of a YAML text, counted from 1. */
type YamlPlaces = Readonly<{
  /** Where what the path leads to begins; the nearest around it where it stands nowhere. */
  lineOf: (path: BodyPath) => number;
  has: (path: BodyPath) => boolean;
  /** Where something written elsewhere is repeated by an alias. */
  aliasLine: number | undefined;
}>;

/** What is being read: the events that are left, the last of them first. */
type Reading = Readonly<{
  text: string;
  /** Where each line ends: counted once, for a text has as many events as lines. */
  ends: readonly number[];
  left: Event[];
  lines: Map<string, number>;
  aliasLines: number[];
}>;

const keyOf = (path: BodyPath): string => JSON.stringify(path);

/** Finds where members and items begin. */
export function findPlaces(text: string, events: readonly Event[]): YamlPlaces {
  const left = events.filter(({ type }) => type !== EVENT_ID.DOCUMENT).toReversed();
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const reading: Reading = { text, ends, left, lines: new Map(), aliasLines: [] };
  place(reading, []);
  return {
    lineOf: (path) => nearest(reading.lines, path),
    has: (path) => reading.lines.has(keyOf(path)),
    aliasLine: reading.aliasLines[0],
  };
}

/** Reads one value with all that is in it. */
function place(reading: Reading, path: BodyPath): void {
  const event = reading.left.pop();
  if (event === undefined) return;
  const key = keyOf(path);
  // A member's line is its name's.
  if (!reading.lines.has(key)) reading.lines.set(key, lineOf(reading, event));
  if (event.type === EVENT_ID.ALIAS) reading.aliasLines.push(lineOf(reading, event));
  if (event.type === EVENT_ID.SEQUENCE)
    for (let index = 0; !isOver(reading); index += 1) place(reading, [...path, index]);
  if (event.type === EVENT_ID.MAPPING) while (!isOver(reading)) placeMember(reading, path);
}

function placeMember(reading: Reading, path: BodyPath): void {
  const event = reading.left.at(-1);
  if (event?.type !== EVENT_ID.SCALAR) {
    // A name that is no text: the reader refuses it, and says so.
    place(reading, [...path, ""]);
    place(reading, [...path, ""]);
    return;
  }
  reading.left.pop();
  const member = [...path, getScalarValue(reading.text, event)];
  reading.lines.set(keyOf(member), lineOf(reading, event));
  place(reading, member);
}

/** Closes what is open where nothing more is in it. */
function isOver({ left }: Reading): boolean {
  if (left.length > 0 && left.at(-1)?.type !== EVENT_ID.POP) return false;
  left.pop();
  return true;
}

/** Counts the lines that end before an event: half of them are out of question at each step. */
function lineOf({ ends }: Reading, event: Event): number {
  const start = startOf(event);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

function startOf(event: Event): number {
  if ("valueStart" in event) return event.valueStart;
  if ("start" in event) return event.start;
  return "anchorStart" in event ? event.anchorStart : 0;
}

function nearest(lines: ReadonlyMap<string, number>, path: BodyPath): number {
  const line = lines.get(keyOf(path));
  if (line !== undefined) return line;
  return path.length === 0 ? 1 : nearest(lines, path.slice(0, -1));
}
