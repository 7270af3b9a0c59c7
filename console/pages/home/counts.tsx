import type { VNode } from "preact";
import { clusters, databases, deployments, type Listing } from "../../store/kinds.ts";
import { countTones } from "../../view/filter-rows.ts";
import type { Tone } from "../../view/phases.ts";

const TONES: readonly Readonly<{ tone: Tone; name: string }>[] = [
  { tone: "good", name: "running" },
  { tone: "moving", name: "on the way" },
  { tone: "bad", name: "in trouble" },
  { tone: "quiet", name: "stopped" },
];

/** How many of each kind are in which state, over all clusters. */
export function Counts(): VNode {
  return (
    <div class="counts">
      <Count name="Deployments" href="/deployments" listing={deployments.value} />
      <Count name="Clusters" href="/clusters" listing={clusters.value} />
      <Count name="Databases" href="/databases" listing={databases.value} />
    </div>
  );
}

type Given = Readonly<{ name: string; href: string; listing: Listing<Readonly<{ status: string }>> }>;

function Count({ name, href, listing: { rows, isWhole } }: Given): VNode {
  const counts = countTones(rows);
  return (
    <section class="card count" aria-label={name}>
      <h2>
        <a href={href}>{name}</a>
      </h2>
      <p class="count-all">
        {rows.length}
        {!isWhole && "+"}
      </p>
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {segments(counts, rows.length).map(({ tone, from, width }) => (
          <rect key={tone} class={`bar-${tone}`} x={from} width={width} y="0" height="6" />
        ))}
      </svg>
      <ul>
        {TONES.filter(({ tone }) => counts[tone] > 0).map(({ tone, name: word }) => (
          <li key={tone} class={`count-${tone}`}>
            <a href={`${href}?state=${tone}`}>
              {counts[tone]} {word}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function segments(
  counts: Readonly<Record<Tone, number>>,
  all: number,
): readonly Readonly<{ tone: Tone; from: number; width: number }>[] {
  let from = 0;
  return TONES.map(({ tone }) => {
    const width = all === 0 ? 0 : (100 * counts[tone]) / all;
    from += width;
    return { tone, from: from - width, width };
  });
}
