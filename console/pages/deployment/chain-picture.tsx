import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Moment } from "../../parts/moment.tsx";
import { chainOf, chainSentence, type Link } from "../../view/chain.ts";
import { clock } from "../../view/times.ts";

type Given = Readonly<{
  status: Output<"getDeploymentStatus">;
}>;

const SIGNS: Readonly<Record<Link["state"], string>> = {
  done: "M6 12.500l4 4L18 8",
  running: "M12 6.500V12l3.5 2.5",
  failed: "M12 6v7.500M12 17v.5",
  waiting: "M8 12h.1M12 12h.1M16 12h.1",
  unknown: "M9.5 9.500a2.6 2.6 0 1 1 3.8 2.300c-.9.5-1.3 1-1.3 2M12 17v.1",
};
const WORDS: Readonly<Record<Link["state"], string>> = {
  done: "done",
  running: "under way",
  failed: "failed",
  waiting: "waits",
  unknown: "not known",
};

/** The way of the newest change, from the request to where it serves. */
export function ChainPicture({ status }: Given): VNode {
  const links = chainOf(status);
  return (
    <section class="card" aria-labelledby="chain-head">
      <h2 id="chain-head">{chainSentence(links)}</h2>
      <ol class="chain">
        {links.map((link) => (
          <li key={link.name} class={`step step-${link.state}`}>
            <svg viewBox="0 0 24 24" width="30" height="30" aria-hidden="true">
              <circle cx="12" cy="12" r="11" />
              <path d={SIGNS[link.state]} />
            </svg>
            <b>{link.name}</b>
            <span class="unseen">{WORDS[link.state]}</span>
            <LinkTimes link={link} />
            {link.made !== null && <code class="step-made">{link.made}</code>}
          </li>
        ))}
      </ol>
      {links
        .filter(({ message }) => message !== null)
        .map(({ name, state, message, retryAt }) => (
          <p key={name} class={state === "failed" ? "note note-bad" : "note"}>
            {message}
            {retryAt !== null && (
              <>
                {" "}
                It is tried again at <Moment at={retryAt} say={clock} />.
              </>
            )}
          </p>
        ))}
    </section>
  );
}

function LinkTimes({ link: { at, took } }: Readonly<{ link: Link }>): VNode | null {
  if (at === null) return null;
  return (
    <span class="faint">
      <Moment at={at} say={clock} />
      {took !== null && <span class="step-took"> +{took}</span>}
    </span>
  );
}
