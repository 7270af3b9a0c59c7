import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Input, Output } from "../../../client/operation-types.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, tied } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { Moment } from "../../parts/moment.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { saveFile } from "../../store/save-file.ts";
import { IssuedKubeconfigs } from "./issued-kubeconfigs.tsx";

type Given = Readonly<{ id: string; name: string; sentence: string; onClose: () => void }>;

const HOURS = [
  { value: "3600", name: "An hour" },
  { value: "28800", name: "Eight hours" },
  { value: "86400", name: "A day" },
] as const;

/** Hands out a kubeconfig of the reader's own, and ends those that were handed out. */
export function KubeconfigDialog({ id, name, sentence, onClose }: Given): VNode {
  const made = useSignal<Output<"getClusterKubeconfig"> | undefined>(undefined);
  const inputOf = ({ ttl = "3600" }: Readonly<Record<string, string>>): Input<"getClusterKubeconfig"> => ({
    path: { cluster_id: id },
    query: { ttl: Number(ttl) },
  });
  const ask = async (values: Readonly<Record<string, string>>): Promise<void> => {
    made.value = await berth.getClusterKubeconfig(inputOf(values));
  };
  return (
    <Dialog title={`Kubeconfig of ${name}`} onClose={onClose}>
      <p>{sentence}</p>
      {made.value === undefined ? (
        <Form action="Make one" onSend={ask} toCall={(values) => toCall("getClusterKubeconfig", inputOf(values))}>
          <Field id="ttl" label="It ends after">
            <select {...tied("ttl", undefined, undefined)} name="ttl">
              {HOURS.map(({ value, name: word }) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          </Field>
        </Form>
      ) : (
        <Made {...made.value} name={name} />
      )}
      <IssuedKubeconfigs clusterId={id} stamp={made.value?.expires_at ?? ""} />
      <div class="actions actions-end">
        <button class="button" type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Shown nowhere but in the file: what opens a cluster does not stand on a screen. */
function Made({
  kubeconfig,
  expires_at: end,
  name,
}: Output<"getClusterKubeconfig"> & Readonly<{ name: string }>): VNode {
  const save = (): void => saveFile(`${name}.kubeconfig`, kubeconfig);
  return (
    <div class="note" role="status">
      <p>
        It is made, and ends <Moment at={end} />.
      </p>
      <p class="actions">
        <button class="button button-first" type="button" onClick={save}>
          Download it
        </button>
        <CopyButton text={kubeconfig} of="the kubeconfig" />
      </p>
    </div>
  );
}
