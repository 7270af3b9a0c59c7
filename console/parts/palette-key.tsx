import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { ErrorBoundary, lazy } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";

const Palette = lazy(() => import("./palette.tsx").then((part) => part.Palette));

/** Opens the palette: by Ctrl-K, or by its button. */
export function PaletteKey(): VNode {
  const shown = useSignal<number | undefined>(undefined);
  const openings = useRef(0);
  const open = (): void => {
    // One that was left by Escape is told of only later, and must not take the next one along.
    if (shown.value !== undefined && document.querySelector("dialog[open]") !== null) return;
    openings.current += 1;
    shown.value = openings.current;
  };
  const close = (opening: number): void => {
    if (shown.value === opening) shown.value = undefined;
  };
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  const opening = shown.value;
  return (
    <>
      <button class="button palette-key" type="button" onClick={open}>
        Find <kbd>Ctrl K</kbd>
      </button>
      <ErrorBoundary>{opening !== undefined && <Palette key={opening} onClose={() => close(opening)} />}</ErrorBoundary>
    </>
  );
}
