import type { VNode } from "preact";
import { toneOf } from "../view/phases.ts";
import { Mark } from "./mark.tsx";

/** A phase with its sign. */
export function StatusMark({ phase }: Readonly<{ phase: string }>): VNode {
  return <Mark tone={toneOf(phase)}>{phase}</Mark>;
}
