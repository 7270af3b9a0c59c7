import type { VNode } from "preact";
import type { Call } from "../store/call.ts";
import { organization } from "../store/session.ts";
import { commandsOf } from "../view/commands.ts";
import { CopyButton } from "./copy-button.tsx";

/** A call for a terminal: by curl, by the command line, and by kubectl where that can do it. */
export function Commands({ call }: Readonly<{ call: Call }>): VNode {
  const namespace = `org-${organization.value?.slug ?? ""}`;
  return (
    <div class="stack">
      {commandsOf(call, { origin: location.origin, namespace }).map(({ name, text }) => (
        <div key={name} class="command">
          <pre tabIndex={0} aria-label={`With ${name}`}>
            {text}
          </pre>
          <CopyButton text={text} of={`for ${name}`} />
        </div>
      ))}
    </div>
  );
}
