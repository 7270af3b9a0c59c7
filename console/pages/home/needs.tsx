import type { VNode } from "preact";
import type { Need } from "../../view/need.ts";

/** So many are shown; the rest is in the lists. */
const SHOWN_MAX = 25;

/** What waits for the reader, each with its sentence and the one way that helps. */
export function Needs({ needs, isWhole }: Readonly<{ needs: readonly Need[]; isWhole: boolean }>): VNode {
  return (
    <section class="card" aria-labelledby="needs-head">
      <h2 id="needs-head">{headOf(needs.length, isWhole)}</h2>
      {needs.length > 0 && (
        <ul class="told">
          {needs.slice(0, SHOWN_MAX).map(({ key, kind, name, href, sentence, help, operation, urgency }) => (
            <li key={key} class={`need need-${urgency}`}>
              <div>
                <p>
                  <span class="faint">{kind}</span> <b>{name}</b>
                </p>
                <p>{sentence}</p>
              </div>
              <a class="button" href={href} data-operation={operation} aria-label={`${help}: ${name}`}>
                {help}
              </a>
            </li>
          ))}
        </ul>
      )}
      {needs.length > SHOWN_MAX && <p class="faint">And {needs.length - SHOWN_MAX} more, in the lists.</p>}
    </section>
  );
}

function headOf(count: number, isWhole: boolean): string {
  if (count === 0) return isWhole ? "Nothing needs you" : "Looking…";
  return count === 1 ? "One thing needs you" : `${count} things need you`;
}
