import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Field, tied } from "../../parts/field.tsx";
import { foundKey, NAME_OF } from "../../view/adoption.ts";

type Found = Output<"listClusterWorkloads">["workloads"][number];

type Given = Readonly<{ one: Found; isTicked: boolean; fault: string | undefined }>;

/** One workload: what it is, who keeps it, and whether it is to be taken over, by which name. */
export function FoundRow({ one, isTicked, fault }: Given): VNode {
  const { namespace, kind, name, images, managed_by: keeper, import_item: item, deployment_id: deployment } = one;
  const key = foundKey(one);
  return (
    <li class="item">
      <div class="item-what">
        {item === null || deployment !== null ? (
          <p class="item-title">
            <b>
              {namespace}/{name}
            </b>
          </p>
        ) : (
          <label class="choice">
            <input type="checkbox" name="take" value={key} />
            <b>
              {namespace}/{name}
            </b>
          </label>
        )}
        <ul class="item-facts faint">
          <li>{kind}</li>
          <li>{readiness(one)}</li>
          <li class="mono">{images.join(", ")}</li>
        </ul>
        <Standing one={one} />
        {isTicked && keeper !== null && (
          <p class="note note-warn">{keeper} keeps it: let go of it there too, or the two undo each other's changes.</p>
        )}
        {isTicked && (
          <Field id={`${NAME_OF}${key}`} label="Its name here" fault={fault}>
            <input
              {...tied(`${NAME_OF}${key}`, undefined, fault)}
              name={`${NAME_OF}${key}`}
              defaultValue={item?.display_name ?? name}
              autocomplete="off"
              spellcheck={false}
            />
          </Field>
        )}
      </div>
    </li>
  );
}

/** What it is to the platform already, or why it cannot be. */
function Standing({ one }: Readonly<{ one: Found }>): VNode | null {
  const { deployment_id: deployment, obstacle, managed_by: keeper } = one;
  if (deployment !== null)
    return (
      <p>
        It is <a href={`/deployments/${deployment}`}>a deployment</a> already.
      </p>
    );
  if (obstacle !== null) return <p>{obstacle}</p>;
  return keeper === null ? null : <p class="faint">Kept by {keeper}</p>;
}

function readiness({ replicas, ready_replicas: ready }: Found): string {
  return replicas === null ? `${ready} pods ready` : `${ready} of ${replicas} pods ready`;
}
