import type { VNode } from "preact";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { berth } from "../../store/berth.ts";
import { organization } from "../../store/session.ts";
import { useLive } from "../../store/use-live.ts";
import type { ShellState } from "./run-shell.ts";
import { ShellPlaces, useShellPlace } from "./shell-places.tsx";
import { useShell } from "./use-shell.ts";

/** A shell in a pod. It ends with this page, and begins only when it is asked for. */
export function TerminalTab({ id }: Readonly<{ id: string }>): VNode {
  if (organization.value?.exec_enabled === false)
    return <p class="note">Shells are switched off in this organization; its admins switch them on in its settings.</p>;
  return <Shell id={id} />;
}

const WORDS = {
  none: "No shell is open.",
  refused: "It was not opened.",
  opening: "Opening…",
  open: "Open. Shift-F6 leads out of the terminal.",
} as const;

function Shell({ id }: Readonly<{ id: string }>): VNode {
  const pods = useLive(id, `${id} pods`, (signal) =>
    berth.getDeploymentMetrics({ path: { deployment_id: id } }, { signal }),
  );
  const where = useShellPlace();
  const shell = useShell(id);
  const state = shell.state.value;
  const isOpen = state.is === "open" || state.is === "opening";
  return (
    <>
      <ProblemNote problem={pods.problem} />
      <div class="narrowing">
        <ShellPlaces place={where} pods={pods.value?.pods ?? []} isFixed={isOpen} />
        <button
          class={isOpen ? "button" : "button button-first"}
          type="button"
          data-operation="execInDeployment"
          ref={shell.button}
          onClick={() => (isOpen ? shell.close() : shell.open(where.wish()))}
        >
          {isOpen ? "Close" : beginning(state)}
        </button>
        {state.is === "ended" && state.lacksShell === true && (
          <button
            class="button"
            type="button"
            data-operation="execInDeployment"
            onClick={() => shell.open({ ...where.wish(), command: ["sh"], debug: true })}
          >
            Open a debug shell beside it
          </button>
        )}
        <label class="choice">
          <input type="checkbox" onChange={(event) => shell.readAloud(event.currentTarget.checked)} />
          Tell a screen reader what is written
        </label>
      </div>
      <ProblemNote problem={state.is === "refused" ? state.problem : undefined} />
      <p class="faint" role="status">
        {sentenceOf(state)}
      </p>
      <div class={state.is === "none" ? "shell-screen shell-none" : "shell-screen"} ref={shell.place} />
    </>
  );
}

function beginning({ is }: ShellState): string {
  return is === "none" ? "Open a shell" : "Open again";
}

function sentenceOf(state: ShellState): string {
  return state.is === "ended" ? state.sentence : WORDS[state.is];
}
