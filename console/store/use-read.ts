import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { toProblem, type Problem } from "../view/problem.ts";

/** What was read once; neither while it is on its way. */
export type ReadOnce<T> = Readonly<{ value: T | undefined; problem: Problem | undefined }>;

const NOTHING = { value: undefined, problem: undefined };

/** Reads what no event tells of, once for each key; without a key there is nothing to read yet. What comes late of another key is not shown. */
export function useRead<T>(key: string, read: (signal: AbortSignal) => Promise<T>): ReadOnce<T> {
  const shown = useSignal<ReadOnce<T> & Readonly<{ key: string }>>({ ...NOTHING, key });
  useEffect(() => {
    shown.value = { ...NOTHING, key };
    if (key === "") return undefined;
    const over = new AbortController();
    const show = (told: ReadOnce<T>): void => {
      if (!over.signal.aborted) shown.value = { ...told, key };
    };
    read(over.signal).then(
      (value) => show({ value, problem: undefined }),
      (error: unknown) => show({ value: undefined, problem: toProblem(error) }),
    );
    return () => over.abort();
  }, [key]);
  return shown.value.key === key ? shown.value : NOTHING;
}

/** Reads a list so; it is empty until it is there. */
export function useReadList<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<readonly T[]>,
): Readonly<{ items: readonly T[]; problem: Problem | undefined }> {
  const { value, problem } = useRead(key, read);
  return { items: value ?? [], problem };
}
