import type { ComponentChildren, JSX, VNode } from "preact";
import type { Items as Listed } from "../store/use-items.ts";
import { ProblemNote } from "./problem-note.tsx";

type Given<T> = Readonly<{
  label: string;
  items: Listed<T>;
  /** What stands where there is nothing: why, and the first step. */
  empty: ComponentChildren;
  /** One row, an Item. */
  children: (row: T) => JSX.Element;
}>;

/** A list of what an organization or a person has: rows that wrap at any width, and the way to more of them. */
export function Items<T>({ label, items: { rows, problem, more }, empty, children }: Given<T>): VNode {
  return (
    <>
      <ProblemNote problem={problem} />
      {rows === undefined && problem === undefined && <p role="status">Reading…</p>}
      {rows?.length === 0 && empty}
      {rows !== undefined && rows.length > 0 && (
        <ul class="card told items" aria-label={label}>
          {rows.map(children)}
        </ul>
      )}
      {more !== undefined && (
        <p>
          <button class="button" type="button" onClick={more}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

type Row = Readonly<{
  title: ComponentChildren;
  /** What it is, in a word with a colour. */
  mark?: ComponentChildren;
  /** What else is known of it; what is null or empty is left out. */
  facts: readonly ComponentChildren[];
  /** What can be done with it. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
}>;

/** One row of a list: what it is, what is known of it, what can be done. */
export function Item({ title, mark, facts, actions, children }: Row): VNode {
  const known = facts.filter((fact) => fact !== null && fact !== undefined && fact !== "" && fact !== false);
  return (
    <li class="item">
      <div class="item-what">
        <p class="item-title">
          <b>{title}</b> {mark}
        </p>
        {known.length > 0 && (
          <ul class="item-facts faint">
            {known.map((fact, index) => (
              <li key={index}>{fact}</li>
            ))}
          </ul>
        )}
        {children}
      </div>
      {actions !== undefined && <div class="actions">{actions}</div>}
    </li>
  );
}
