import { useSignal } from "@preact/signals";
import type { VNode } from "preact";

const SAID_MS = 2_000;

/** Copies a text, and says whether it did: browsers allow it at encrypted addresses only. */
export function CopyButton({ text, of }: Readonly<{ text: string; of: string }>): VNode {
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = "Copied";
    } catch {
      said.value = "Select and copy it by hand";
    }
    setTimeout(() => (said.value = ""), SAID_MS);
  };
  return (
    <span class="copy">
      <button
        class="button button-small"
        type="button"
        onClick={() => {
          copy().catch(() => undefined);
        }}
      >
        Copy<span class="unseen"> {of}</span>
      </button>
      <span class="faint" role="status">
        {said.value}
      </span>
    </span>
  );
}
