import type { VNode } from "preact";
import { useLocation } from "preact-iso";

/** Reads from the address what a list is searched by. */
export function useSearch(): string {
  return useLocation().query["q"] ?? "";
}

/** Searches a list that the gateway narrows; what was typed stands in the address. */
export function SearchField({ label }: Readonly<{ label: string }>): VNode {
  const { path, route } = useLocation();
  const words = useSearch();
  const go = (text: string): void =>
    route(text === "" ? path : `${path}?${new URLSearchParams({ q: text }).toString()}`, true);
  return (
    <div class="narrowing" role="search">
      <label class="unseen" for="search">
        {label}
      </label>
      <input
        id="search"
        type="search"
        placeholder={label}
        value={words}
        maxLength={63}
        onInput={(event) => go(event.currentTarget.value)}
      />
    </div>
  );
}
