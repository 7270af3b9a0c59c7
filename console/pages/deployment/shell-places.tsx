import { useSignal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import type { ShellWish } from "../../../client/shell.ts";
import { FittingSelect } from "../../parts/fitting-select.tsx";

const EITHER = ["sh", "-c", "if command -v bash >/dev/null; then exec bash; else exec sh; fi"];
const COMMANDS: Readonly<Record<string, readonly string[]>> = { "bash, else sh": EITHER, bash: ["bash"], sh: ["sh"] };

/** Where a shell is to open, and which; empty is what the gateway chooses. */
type ShellPlace = Readonly<{
  pod: Signal<string>;
  container: Signal<string>;
  shell: Signal<string>;
  wish: () => ShellWish;
}>;

/** Keeps what was chosen. */
export function useShellPlace(): ShellPlace {
  const pod = useSignal("");
  const container = useSignal("");
  const shell = useSignal("bash, else sh");
  const wish = (): ShellWish => ({
    command: COMMANDS[shell.value] ?? EITHER,
    ...(pod.value !== "" && { pod: pod.value }),
    ...(container.value !== "" && { container: container.value }),
  });
  return { pod, container, shell, wish };
}

type Pods = Output<"getDeploymentMetrics">["pods"];
type Given = Readonly<{ place: ShellPlace; pods: Pods; isFixed: boolean }>;

/** Chooses pod, container and shell. */
export function ShellPlaces({ place: { pod, container, shell }, pods, isFixed }: Given): VNode {
  const chosen = pods.filter(({ name }) => pod.value === "" || name === pod.value);
  const containers = [...new Set(chosen.flatMap((one) => one.containers))];
  return (
    <>
      <FittingSelect id="shell-pod" label="Pod" value={pod} isFixed={isFixed}>
        <option value="">The newest that is ready</option>
        {pods.map(({ name, ready }) => (
          <option key={name} value={name}>
            {ready ? name : `${name} (not ready)`}
          </option>
        ))}
      </FittingSelect>
      <FittingSelect id="shell-container" label="Container" value={container} isFixed={isFixed}>
        <option value="">Its first container</option>
        {containers.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FittingSelect>
      <FittingSelect id="shell-shell" label="Shell" value={shell} isFixed={isFixed}>
        {Object.keys(COMMANDS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FittingSelect>
    </>
  );
}
