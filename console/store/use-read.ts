import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { toProblem, type Problem } from "../view/problem.ts";

/** What was read once; neither while it is on its way. */
export type ReadOnce<T> = Readonly<{ value: T | undefined; problem: Problem | undefined }>;

/** Reads what no event tells of, once for each key; without a key there is nothing to read yet. */
export function useRead<T>(key: string, read: (signal: AbortSignal) => Promise<T>): ReadOnce<T> {
  const shown = useSignal<ReadOnce<T>>({ value: undefined, problem: undefined });
  useEffect(() => {
    shown.value = { value: undefined, problem: undefined };
    if (key === "") return undefined;
    const over = new AbortController();
    read(over.signal).then(
      (value) => (shown.value = { value, problem: undefined }),
      (error: unknown) => {
        if (!over.signal.aborted) shown.value = { value: undefined, problem: toProblem(error) };
      },
    );
    return () => over.abort();
  }, [key]);
  return shown.value;
}

/** Reads a list so; it is empty until it is there. */
export function useReadList<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<readonly T[]>,
): Readonly<{ items: readonly T[]; problem: Problem | undefined }> {
  const { value, problem } = useRead(key, read);
  return { items: value ?? [], problem };
}
