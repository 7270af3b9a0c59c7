import type { ComponentChildren, VNode } from "preact";
import { Brand } from "./brand.tsx";

/** The page of somebody who is not signed in yet: one thing to do. */
export function Doorway({ title, children }: Readonly<{ title: string; children: ComponentChildren }>): VNode {
  return (
    <main class="doorway">
      <Brand />
      <section class="card">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}
