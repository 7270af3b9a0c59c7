import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import type { KeptQuery } from "../../view/kept-query.ts";
import { followLines, type FollowedLines } from "./follow-lines.ts";
import { LogChoice } from "./log-choice.tsx";
import { LogLines } from "./log-lines.tsx";

/** The logs of all pods as they come, or as they were kept, to be searched, held and taken along. */
export function LogsTab({ id }: Readonly<{ id: string }>): VNode {
  const asked = useSignal<KeptQuery | undefined>(undefined);
  const container = useSignal("");
  const { run } = useLocation().query;
  const followed = useSignal<FollowedLines | undefined>(undefined);
  useEffect(() => {
    const kept = run === undefined ? asked.value : undefined;
    const now = followLines(id, { kept, run, container: container.value });
    followed.value = now;
    return now.stop;
  }, [id, run, asked.value, container.value]);
  return (
    <>
      {run === undefined ? (
        <LogChoice asked={asked} />
      ) : (
        <p>
          The log of one run. <a href={`/deployments/${id}?tab=logs`}>All pods</a>
        </p>
      )}
      {followed.value === undefined ? (
        <p role="status">Opening…</p>
      ) : (
        <LogLines
          followed={followed.value}
          id={id}
          isKept={run === undefined && asked.value !== undefined}
          container={container}
        />
      )}
    </>
  );
}
