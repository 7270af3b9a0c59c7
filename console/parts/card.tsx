import type { ComponentChildren, VNode } from "preact";

type Given = Readonly<{ id: string; title: string; children: ComponentChildren }>;

/** A part of a page, under a head that names it. */
export function Card({ id, title, children }: Given): VNode {
  return (
    <section class="card stack" aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>{title}</h2>
      {children}
    </section>
  );
}
