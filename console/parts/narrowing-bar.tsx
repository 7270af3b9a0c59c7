import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";
import { countTones, type Narrowing } from "../view/filter-rows.ts";
import type { Tone } from "../view/phases.ts";

const TONES: readonly Readonly<{ tone: Tone; name: string }>[] = [
  { tone: "bad", name: "In trouble" },
  { tone: "moving", name: "On the way" },
  { tone: "good", name: "Running" },
  { tone: "quiet", name: "Stopped" },
];

/** Reads from the address what a list is narrowed by. */
export function useNarrowing(): Narrowing {
  const { query } = useLocation();
  return { words: query["q"] ?? "", tone: (query["state"] ?? "") as Tone | "" };
}

type Given = Readonly<{ label: string; rows: readonly Readonly<{ status: string }>[] }>;

/** Narrows a list as one types, and by state; both stand in the address. The key / leads here. */
export function NarrowingBar({ label, rows }: Given): VNode {
  const { path, query: asked, route } = useLocation();
  const narrowing = useNarrowing();
  const field = useRef<HTMLInputElement>(null);
  const counts = countTones(rows);
  const go = ({ words, tone }: Narrowing): void => {
    const sort = asked["sort"] ?? "";
    const given = { q: words, state: tone, sort };
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
    route(query.size === 0 ? path : `${path}?${query.toString()}`, true);
  };
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  return (
    <div class="narrowing" role="search">
      <label class="unseen" for="narrow">
        {label}
      </label>
      <input
        id="narrow"
        ref={field}
        type="search"
        placeholder={label}
        value={narrowing.words}
        onInput={(event) => go({ ...narrowing, words: event.currentTarget.value })}
      />
      <div class="chips" role="group" aria-label="By state">
        {TONES.filter(({ tone }) => counts[tone] > 0 || narrowing.tone === tone).map(({ tone, name }) => (
          <button
            key={tone}
            type="button"
            class={`chip chip-${tone}`}
            aria-pressed={narrowing.tone === tone}
            onClick={() => go({ ...narrowing, tone: narrowing.tone === tone ? "" : tone })}
          >
            {name} <b>{counts[tone]}</b>
          </button>
        ))}
      </div>
    </div>
  );
}
