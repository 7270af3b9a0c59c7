import { useSignal } from "@preact/signals";
import type { Problem } from "../view/problem.ts";
import { takeItems } from "../view/take-items.ts";
import { useLive } from "./use-live.ts";
import { useReturn } from "./use-return.ts";

/** A list as far as it was read; `more` reads on, where it goes on. */
export type Items<T> = Readonly<{
  rows: readonly T[] | undefined;
  problem: Problem | undefined;
  more: (() => void) | undefined;
}>;

type List<T> = (limit: number, signal: AbortSignal) => AsyncIterable<T>;

const PAGE = 50;
const LIMIT_MAX = 200;

/** Reads a list: anew after each change that an event tells of under its name, after what was done here (`touch` of its name), when the stream is open again, and when the reader comes back. */
export function useItems<T>(name: string, list: List<T>): Items<T> {
  const most = useSignal(PAGE);
  const { value, problem, refresh } = useLive(name, `${name} ${most.value}`, (signal) =>
    takeItems(list(Math.min(LIMIT_MAX, most.value + 1), signal), most.value),
  );
  useReturn(refresh);
  const more = (): void => {
    most.value += LIMIT_MAX;
  };
  return { rows: value?.rows, problem, more: value?.isWhole === false ? more : undefined };
}
