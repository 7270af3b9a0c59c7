/*
 * Whether what is shown is the newest: not before all changes of a break were told, and whatever is shown was read since.
 */
import { signal } from "@preact/signals";

/** Whether what is shown is the newest, and since when it is not; `reading` is what it becomes by what is read now. */
export const connection = signal<Readonly<{ state: "opening" | "reading" | "open" | "lost"; since: number }>>({
  state: "opening",
  since: 0,
});

/** Takes note that the stream is lost, which it is since it was heard last: neither since that was noticed, as after a sleep, nor since the last try to open it. */
export function loseConnection(silentMs: number): void {
  if (connection.peek().state !== "lost") connection.value = { state: "lost", since: Date.now() - silentMs };
}

const reads = new Set<Promise<unknown>>();

/** Takes what is shown for old until this is read; where all is the newest already, nothing is. */
export function holdBack(read: Promise<unknown>): void {
  if (connection.peek().state === "open") return;
  reads.add(read);
  const end = (): unknown => reads.delete(read);
  read.then(end, end);
}

/** Has whoever shows something read it anew; then what is shown is the newest. */
export function readAnew(): void {
  const now = { state: "reading", since: Date.now() } as const;
  connection.value = now;
  const end = (): void => {
    if (connection.peek() === now) connection.value = { state: "open", since: Date.now() };
  };
  untilRead().then(end, end);
}

async function untilRead(): Promise<void> {
  while (reads.size > 0) await Promise.allSettled(reads);
}
