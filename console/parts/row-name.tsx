import type { VNode } from "preact";
import { toneOf } from "../view/phases.ts";

type Given = Readonly<{ href: string; name: string; status: string; fault: string | null; more: string }>;

/** The first cell of a row: the name, and what else tells it; where it is in trouble, why. */
export function RowName({ href, name, status, fault, more }: Given): VNode {
  return (
    <>
      <a class="row-name" href={href}>
        {name}
      </a>
      {toneOf(status) === "bad" && fault !== null ? (
        <span class="row-more row-bad">{fault}</span>
      ) : (
        <span class="row-more mono">{more}</span>
      )}
    </>
  );
}
