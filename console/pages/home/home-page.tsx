import type { VNode } from "preact";
import { PageHead } from "../../parts/page-head.tsx";
import { session } from "../../store/session.ts";

/** What needs the reader. */
export function HomePage(): VNode {
  const now = session.value;
  return <PageHead title={now.state === "in" ? `Hello, ${now.me.name}` : "Home"} />;
}
