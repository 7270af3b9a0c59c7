/*
 * Draws a terminal. It is loaded when somebody opens the first shell: xterm is as large as all pages together.
 */
import { FitAddon } from "@xterm/addon-fit";
import { Terminal, type ITheme } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { adoptSpanStyles, withAdoptedStyles } from "./adopted-styles.ts";

/** How many characters fit. */
type TerminalSize = Readonly<{ columns: number; rows: number }>;

/** What a terminal tells: what was typed, that its size is another one, that the keyboard wants to leave it. */
export type TerminalEars = Readonly<{
  onInput: (input: string | Uint8Array) => void;
  onSize: (size: TerminalSize) => void;
  onLeave: () => void;
}>;

/** A terminal on the page. */
export type DrawnTerminal = Readonly<{
  size: () => TerminalSize;
  /** Resolves when it was drawn: who waits for that is never ahead of the reader. */
  write: (data: Uint8Array | string) => Promise<void>;
  focus: () => void;
  readAloud: (isOn: boolean) => void;
  stop: () => void;
}>;

const LINES_KEPT = 5_000;
const CONTRAST_MIN = 4.5;
/** The escape by which a program puts an address of its choice behind any words; titles and the clipboard xterm leaves alone. */
const OSC_LINK = 8;

/** Draws an empty terminal. */
export function drawTerminal(place: HTMLElement, { onInput, onSize, onLeave }: TerminalEars): DrawnTerminal {
  adoptSpanStyles();
  const fit = new FitAddon();
  const terminal = new Terminal({
    scrollback: LINES_KEPT,
    minimumContrastRatio: CONTRAST_MIN,
    fontFamily: getComputedStyle(place).fontFamily,
    fontSize: 14,
    theme: themeOf(place),
  });
  terminal.loadAddon(fit);
  terminal.parser.registerOscHandler(OSC_LINK, () => true);
  withAdoptedStyles(() => terminal.open(place));
  fit.fit();
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.key !== "F6" || !event.shiftKey) return true;
    if (event.type === "keydown") onLeave();
    return false;
  });
  terminal.onData(onInput);
  terminal.onBinary((data) => onInput(Uint8Array.from(data, (one) => one.charCodeAt(0))));
  terminal.onResize(({ cols: columns, rows }) => onSize({ columns, rows }));
  const watch = new ResizeObserver(() => fit.fit());
  watch.observe(place);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const recolour = (): void => {
    terminal.options.theme = themeOf(place);
  };
  scheme.addEventListener("change", recolour);
  return {
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
    write: (data) => new Promise((resolve) => terminal.write(data, resolve)),
    focus: () => terminal.focus(),
    readAloud: (isOn) => (terminal.options.screenReaderMode = isOn),
    stop: () => {
      watch.disconnect();
      scheme.removeEventListener("change", recolour);
      terminal.dispose();
    },
  };
}

/** The colours of its place, which follow the reader's scheme; what programs choose is kept legible on them. */
function themeOf(place: HTMLElement): ITheme {
  const { color: foreground, backgroundColor: background } = getComputedStyle(place);
  return { foreground, background, cursor: foreground, cursorAccent: background };
}
