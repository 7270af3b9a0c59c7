import { useSignal, type Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ShellWish } from "../../../client/shell.ts";
import type { DrawnTerminal, TerminalEars } from "../../parts/draw-terminal.ts";
import { runShell, type ShellInput, type ShellState } from "./run-shell.ts";

/** A shell with its terminal on a page. */
type PageShell = Readonly<{
  state: Signal<ShellState>;
  place: RefObject<HTMLDivElement | null>;
  /** Where the keyboard goes that leaves the terminal. */
  button: RefObject<HTMLButtonElement | null>;
  open: (wish: ShellWish) => void;
  close: () => void;
  readAloud: (isOn: boolean) => void;
}>;

const NOT_LOADED = { is: "ended", sentence: "The terminal could not be loaded. Try again." } as const;
const BETWEEN = "\r\n\u2014\r\n";

/** Keeps a shell of a deployment: it ends with the page. */
export function useShell(deploymentId: string): PageShell {
  const state = useSignal<ShellState>({ is: "none" });
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const terminal = useRef<DrawnTerminal | undefined>(undefined);
  const input = useRef<ShellInput | undefined>(undefined);
  const over = useRef(new AbortController());
  const isRead = useRef(false);
  const draw = async (): Promise<DrawnTerminal> => {
    if (terminal.current === undefined)
      terminal.current = await drawAt(place, over.current.signal, {
        onInput: (given) => input.current?.write(given),
        onSize: (size) => input.current?.resize(size),
        onLeave: () => button.current?.focus(),
      });
    else await terminal.current.write(BETWEEN);
    terminal.current.readAloud(isRead.current);
    return terminal.current;
  };
  const open = async (wish: ShellWish): Promise<void> => {
    const { signal } = (over.current = new AbortController());
    state.value = { is: "opening" };
    const drawn = await draw();
    drawn.focus();
    await runShell(deploymentId, { ...wish, signal }, drawn, {
      state: (now) => (state.value = now),
      input: (now) => (input.current = now),
    });
  };
  useEffect(
    () => () => {
      over.current.abort();
      terminal.current?.stop();
      terminal.current = undefined;
    },
    [deploymentId],
  );
  return {
    state,
    place,
    button,
    open: (wish) => void open(wish).catch(() => (state.value = NOT_LOADED)),
    close: () => over.current.abort(),
    readAloud: (isOn) => {
      isRead.current = isOn;
      terminal.current?.readAloud(isOn);
    },
  };
}

/** Loads the terminal and draws it, unless the page has gone meanwhile. */
async function drawAt(
  place: RefObject<HTMLDivElement | null>,
  signal: AbortSignal,
  ears: TerminalEars,
): Promise<DrawnTerminal> {
  const { drawTerminal } = await import("../../parts/draw-terminal.ts");
  signal.throwIfAborted();
  if (place.current === null) throw new Error("The page has gone");
  return drawTerminal(place.current, ears);
}
