import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { findLines, logText, type NumberedLine } from "../../view/log-buffer.ts";
import { clock } from "../../view/times.ts";
import { followLines, type FollowedLines } from "./follow-lines.ts";
import type { KeptQuery } from "../../view/kept-query.ts";
import { LogChoice } from "./log-choice.tsx";
import { saveFile } from "../../store/save-file.ts";

/** So many are drawn; the file has all that are kept. */
const DRAWN_MAX = 1_000;
const WORDS = { opening: "Opening", open: "Following", lost: "Interrupted, opening again", ended: "Ended" } as const;
const KEPT = { ...WORDS, open: "Reading what was kept", ended: "What was kept" } as const;

/** The logs of all pods as they come, or as they were kept, to be searched, held and taken along. */
export function LogsTab({ id }: Readonly<{ id: string }>): VNode {
  const asked = useSignal<KeptQuery | undefined>(undefined);
  const { run } = useLocation().query;
  const followed = useSignal<FollowedLines | undefined>(undefined);
  useEffect(() => {
    const now = followLines(id, { kept: run === undefined ? asked.value : undefined, run });
    followed.value = now;
    return now.stop;
  }, [id, run, asked.value]);
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
        <Lines followed={followed.value} id={id} isKept={run === undefined && asked.value !== undefined} />
      )}
    </>
  );
}

type LinesGiven = Readonly<{ followed: FollowedLines; id: string; isKept: boolean }>;

function Lines({ followed, id, isKept }: LinesGiven): VNode {
  const words = useSignal("");
  const pod = useSignal("");
  const held = useSignal<readonly NumberedLine[] | undefined>(undefined);
  const all = held.value ?? followed.lines.value;
  const pods = [...new Set(all.map((line) => line.pod))].sort();
  const found = findLines(all, words.value, pod.value);
  return (
    <>
      <ProblemNote problem={followed.problem.value} />
      <div class="narrowing" role="search">
        <label class="unseen" for="log-words">
          Search in the logs
        </label>
        <input
          id="log-words"
          type="search"
          placeholder="Search in the logs"
          onInput={(event) => (words.value = event.currentTarget.value)}
        />
        <label class="unseen" for="log-pod">
          Pod
        </label>
        <select id="log-pod" class="fitting" onChange={(event) => (pod.value = event.currentTarget.value)}>
          <option value="">All pods</option>
          {pods.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button
          class="button"
          type="button"
          aria-pressed={held.value !== undefined}
          onClick={() => (held.value = held.value === undefined ? followed.lines.value : undefined)}
        >
          {held.value === undefined ? "Pause" : "Go on"}
        </button>
        <button class="button" type="button" onClick={() => saveFile(`${id}.log`, logText(found))}>
          Download
        </button>
      </div>
      <p class="faint" role="status">
        {held.value === undefined ? (isKept ? KEPT : WORDS)[followed.state.value] : "Paused"},{" "}
        {found.length === 1 ? "1 line" : `${found.length} lines`}
      </p>
      <LogBox lines={found.slice(-DRAWN_MAX)} isHeld={held.value !== undefined} />
    </>
  );
}

function LogBox({ lines, isHeld }: Readonly<{ lines: readonly NumberedLine[]; isHeld: boolean }>): VNode {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = lines.at(-1)?.number;
  useEffect(() => {
    // Whoever has scrolled up reads there.
    if (box.current !== null && isAtEnd.current && !isHeld) box.current.scrollTop = box.current.scrollHeight;
  }, [last, isHeld]);
  return (
    <div
      class="logs"
      role="log"
      aria-live="off"
      aria-label="Logs"
      tabIndex={0}
      ref={box}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        (isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40)
      }
    >
      {lines.map(({ number, at, pod, text }) => (
        <div key={number} class="log-line">
          <span class="log-of">
            {at === null ? "" : clock(new Date(at))} {pod}
          </span>
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}
