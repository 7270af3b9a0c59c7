import type { ComponentChildren, VNode } from "preact";

/** A fact by its name; one that is null or empty is left out. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** Facts, one a line. */
export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>): VNode {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
