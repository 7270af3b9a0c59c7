import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { ErrorBoundary, lazy } from "preact-iso";
import { useEffect } from "preact/hooks";

const Palette = lazy(() => import("./palette.tsx").then((part) => part.Palette));

/** Opens the palette: by Ctrl-K, or by its button. */
export function PaletteKey(): VNode {
  const isOpen = useSignal(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      isOpen.value = true;
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  return (
    <>
      <button class="button palette-key" type="button" onClick={() => (isOpen.value = true)}>
        Find <kbd>Ctrl K</kbd>
      </button>
      <ErrorBoundary>{isOpen.value && <Palette onClose={() => (isOpen.value = false)} />}</ErrorBoundary>
    </>
  );
}
