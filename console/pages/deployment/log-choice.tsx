import { useSignal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { serverNow } from "../../store/now.ts";
import { keptQuery, type KeptQuery } from "../../view/kept-query.ts";

/** Lists from when on kept lines are read. */
const SPANS = [
  { hours: 1, label: "Kept, last hour" },
  { hours: 6, label: "Kept, last 6 hours" },
  { hours: 24, label: "Kept, last day" },
  { hours: 168, label: "Kept, last 7 days" },
] as const;
const LIVE = "";

/** Chooses between lines as they come and those that were kept, with the moment up to which and words in them. */
export function LogChoice({ asked }: Readonly<{ asked: Signal<KeptQuery | undefined> }>): VNode {
  const hours = useSignal(LIVE);
  const until = useSignal("");
  const words = useSignal("");
  const ask = (): void => {
    const kept = { hours: Number(hours.value), until: until.value, words: words.value };
    asked.value = hours.value === LIVE ? undefined : keptQuery(kept, serverNow());
  };
  return (
    <form
      class="narrowing"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <label class="unseen" for="log-span">
        Which lines
      </label>
      <select
        id="log-span"
        class="fitting"
        value={hours.value}
        onChange={(event) => {
          hours.value = event.currentTarget.value;
          ask();
        }}
      >
        <option value={LIVE}>As they come</option>
        {SPANS.map((span) => (
          <option key={span.hours} value={span.hours}>
            {span.label}
          </option>
        ))}
      </select>
      {hours.value === LIVE ? null : <KeptFields until={until} words={words} />}
    </form>
  );
}

function KeptFields({ until, words }: Readonly<{ until: Signal<string>; words: Signal<string> }>): VNode {
  return (
    <>
      <label class="unseen" for="log-until">
        Up to (now when empty)
      </label>
      <input
        id="log-until"
        class="fitting"
        type="datetime-local"
        value={until.value}
        onInput={(event) => (until.value = event.currentTarget.value)}
      />
      <label class="unseen" for="log-kept-words">
        Words in kept lines
      </label>
      <input
        id="log-kept-words"
        type="search"
        maxLength={256}
        value={words.value}
        placeholder="Words in kept lines"
        onInput={(event) => (words.value = event.currentTarget.value)}
      />
      <button class="button" type="submit">
        Find
      </button>
    </>
  );
}
