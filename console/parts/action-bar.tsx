import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { OfferedAction } from "../view/offered-action.ts";

/** Which action the address asks for, the way to one, and the way back to the page without it. */
export function useAction(): Readonly<{
  asked: string | undefined;
  ask: (action: string) => void;
  leave: () => void;
}> {
  const { path, query, route } = useLocation();
  const { do: asked, ...rest } = query;
  const search = new URLSearchParams(rest).toString();
  const ask = (action: string): void => route(`${path}?${new URLSearchParams({ ...rest, do: action }).toString()}`);
  return { asked, ask, leave: () => route(search === "" ? path : `${path}?${search}`, true) };
}

/** What can be done here: each has an address, by which Home and the palette lead to it too. */
export function ActionBar({ actions }: Readonly<{ actions: readonly OfferedAction[] }>): VNode {
  const { path, query } = useLocation();
  return (
    <>
      {actions.map(({ id, name, operation, page, isDangerous }) => (
        <a
          key={id}
          data-operation={operation}
          class={`button${isDangerous === true ? " button-bad" : ""}`}
          href={
            page === undefined ? `${path}?${new URLSearchParams({ ...query, do: id }).toString()}` : `${path}/${page}`
          }
        >
          {name}
        </a>
      ))}
    </>
  );
}
