import type { VNode } from "preact";
import type { Item as One } from "../../../client/operation-types.ts";
import { Item } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { When } from "../../parts/when.tsx";
import type { Tone } from "../../view/phases.ts";
import { sentenceCase } from "../../view/sentence-case.ts";

type Entry = One<"listAudit">;

const TONES: Readonly<Record<Entry["outcome"], Tone>> = {
  attempted: "moving",
  succeeded: "good",
  refused: "bad",
  failed: "bad",
  superseded: "quiet",
  unknown: "quiet",
};

/** One request: who, what, what became of it, and what it changed. */
export function EntryItem({ entry, names }: Readonly<{ entry: Entry; names: ReadonlyMap<string, string> }>): VNode {
  const { actor_user_id: actor, impersonator_id: impersonator, application, changes } = entry;
  return (
    <Item
      title={sentenceCase(entry.action)}
      mark={<Mark tone={TONES[entry.outcome]}>{entry.outcome}</Mark>}
      facts={[
        actor === null ? entry.principal : (names.get(actor) ?? actor),
        entry.principal === "session" ? null : `by ${entry.principal}`,
        application !== null && `through ${application.name}`,
        impersonator !== null && `a platform admin acted as them`,
        entry.target_kind !== null && (
          <>
            {entry.target_kind} {entry.target_id !== null && <code>{entry.target_id}</code>}
          </>
        ),
        <When at={entry.at} />,
      ]}
    >
      <details>
        <summary>Everything known of it</summary>
        <pre class="diff" tabIndex={0} aria-label={`Everything known of ${sentenceCase(entry.action)}`}>
          {JSON.stringify({ ...entry, changes }, null, 2)}
        </pre>
      </details>
    </Item>
  );
}
