import { useSignal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { FittingSelect } from "../../parts/fitting-select.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { saveFile } from "../../store/save-file.ts";
import { addSources, containersToChoose, findLines, logText, type NumberedLine } from "../../view/log-buffer.ts";
import type { FollowedLines } from "./follow-lines.ts";
import { LogBox } from "./log-box.tsx";

/** So many are drawn; the file has all that are kept. */
const DRAWN_MAX = 1_000;
const WORDS = { opening: "Opening", open: "Following", lost: "Interrupted, opening again", ended: "Ended" } as const;
const KEPT = { ...WORDS, open: "Reading what was kept", ended: "What was kept" } as const;

type Given = Readonly<{ followed: FollowedLines; id: string; isKept: boolean; container: Signal<string> }>;

/** Lines of logs with what narrows, holds and takes them along. */
export function LogLines({ followed, id, isKept, container }: Given): VNode {
  const words = useSignal("");
  const pod = useSignal("");
  const held = useSignal<readonly NumberedLine[] | undefined>(undefined);
  const sources = useRef<ReadonlySet<string>>(new Set());
  const all = held.value ?? followed.lines.value;
  // Those of one container are all that comes once it is chosen: the others are remembered.
  sources.current = addSources(sources.current, all);
  const containers = containersToChoose(sources.current);
  const pods = [...new Set(all.map((line) => line.pod))].sort();
  const found = findLines(all, { words: words.value, pod: pod.value, container: container.value });
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
        <NameSelect label="Pod" all="All pods" names={pods} value={pod} />
        {containers.length > 0 && (
          <NameSelect label="Container" all="All containers" names={containers} value={container} />
        )}
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
      <LogBox lines={found.slice(-DRAWN_MAX)} isHeld={held.value !== undefined} hasContainers={containers.length > 0} />
    </>
  );
}

type NamesGiven = Readonly<{ label: string; all: string; names: readonly string[]; value: Signal<string> }>;

function NameSelect({ label, all, names, value }: NamesGiven): VNode {
  return (
    <FittingSelect id={`log-${label.toLowerCase()}`} label={label} value={value}>
      <option value="">{all}</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </FittingSelect>
  );
}
