import type { VNode } from "preact";
import type { Item } from "../../../client/operation-types.ts";
import { Moment } from "../../parts/moment.tsx";
import { now } from "../../store/now.ts";
import { outcomeTone } from "../../view/outcomes.ts";
import { timeLine } from "../../view/time-line.ts";
import { momentInUtc } from "../../view/times.ts";

type Given = Readonly<{
  backups: readonly Item<"listDatabaseBackups">[];
  from: string | null;
  until: string | null;
}>;

/** Backups on a line, and the part of it that any moment can be restored of; the list below says the same in words. */
export function BackupLine({ backups, from, until }: Given): VNode {
  const { begin, marks, window } = timeLine(backups, { from, until }, now.value);
  return (
    <figure class="line">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect class="line-base" x="0" y="5" width="100" height="2" />
        {window !== undefined && (
          <rect class="line-window" x={window[0]} y="3" width={Math.max(0.4, window[1] - window[0])} height="6" />
        )}
        {marks.map(({ id, at, status, moment: when }) => (
          <rect key={id} class={`line-${outcomeTone(status)}`} x={Math.min(99.4, at)} y="0" width="0.6" height="12">
            <title>{momentInUtc(new Date(when))}</title>
          </rect>
        ))}
      </svg>
      <figcaption class="faint">
        <span>
          <Moment at={begin} />
        </span>
        <span>
          {window === undefined ? "Nothing can be restored yet" : "Any moment within the band can be restored"}
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
