import type { VNode } from "preact";
import { Empty } from "./empty.tsx";
import { PageHead } from "./page-head.tsx";

type Given = Readonly<{ what: string; href: string; all: string }>;

/** The page of what does not exist, or not any more. */
export function NotHere({ what, href, all }: Given): VNode {
  return (
    <>
      <PageHead title="Not here" reads={[]} />
      <Empty title={`${what} does not exist, or not any more`}>
        <p>
          <a href={href}>{all}</a>
        </p>
      </Empty>
    </>
  );
}
