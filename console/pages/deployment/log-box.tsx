import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { NumberedLine } from "../../view/log-buffer.ts";
import { clock } from "../../view/times.ts";

type Given = Readonly<{ lines: readonly NumberedLine[]; isHeld: boolean; hasContainers: boolean }>;

/** Lines of logs, which follow what comes unless somebody reads further up. */
export function LogBox({ lines, isHeld, hasContainers }: Given): VNode {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = lines.at(-1)?.number;
  useEffect(() => {
    // Whoever has scrolled up reads there.
    if (box.current !== null && isAtEnd.current && !isHeld) box.current.scrollTop = box.current.scrollHeight;
  }, [last, isHeld]);
  return (
    <div
      class="logs"
      role="log"
      aria-live="off"
      aria-label="Logs"
      tabIndex={0}
      ref={box}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        (isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40)
      }
    >
      {lines.map(({ number, at, pod, container, text }) => (
        <div key={number} class="log-line">
          <span class="log-of">
            {at !== null && <time title={at}>{clock(new Date(at))}</time>} {hasContainers ? `${pod}/${container}` : pod}
          </span>
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}
