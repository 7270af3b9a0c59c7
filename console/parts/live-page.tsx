import type { JSX, VNode } from "preact";
import { useLive } from "../store/use-live.ts";
import { NotHere } from "./not-here.tsx";
import { ProblemNote } from "./problem-note.tsx";

type Given<T> = Readonly<{
  /** The resource whose changes mean reading again. */
  id: string;
  read: (signal: AbortSignal) => Promise<T>;
  /** What is said where it does not exist: "This cluster", and the list that leads on. */
  what: string;
  all: Readonly<{ href: string; name: string }>;
  children: (value: T) => JSX.Element;
}>;

/** The frame of a page about one resource: it is read, read again after each change, and where it is gone that is said. */
export function LivePage<T>({ id, read, what, all, children }: Given<T>): VNode {
  const { value, problem } = useLive(id, what, read);
  if (problem?.code === "not_found") return <NotHere what={what} href={all.href} all={all.name} />;
  return (
    <>
      {value === undefined && problem === undefined && <p role="status">Reading…</p>}
      <ProblemNote problem={problem} />
      {value !== undefined && children(value)}
    </>
  );
}
