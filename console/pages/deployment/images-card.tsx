import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { ConditionItem } from "../../parts/conditions.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Facts } from "../../parts/facts.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { useLive } from "../../store/use-live.ts";
import { sayImagePolicy } from "../../view/image-automation.ts";

type Given = Readonly<{ deployment: Output<"getDeployment"> }>;

/** Which newer images are taken by themselves, what came of it, and the way to hold and release them. */
export function ImagesCard({ deployment }: Given): VNode {
  const { id, docker_image: image, docker_image_running: running, image_updates_held: isHeld } = deployment;
  const { image_allow_tags: allowed, image_ignore_tags: ignored, image_update_strategy: strategy } = deployment;
  const policy = sayImagePolicy(deployment);
  const told = deployment.conditions.filter(({ type }) => type === "ImageUpdates");
  return (
    <Card id="images" title="Newer images">
      {policy === undefined ? (
        <p class="faint">They are not looked for: it runs the image that was asked for.</p>
      ) : (
        <>
          <Facts
            facts={[
              ["Taken is", policy],
              ["Allowed tags", code(allowed)],
              ["Ignored tags", code(ignored)],
              ["Asked for", code(image)],
              ["Runs now", code(running)],
            ]}
          />
          <ul class="conditions">
            {told.map((condition) => (
              <ConditionItem key={condition.type} condition={condition} isWhole />
            ))}
          </ul>
          <div class="actions">
            {isHeld ? (
              <Deed
                label="Take newer images again"
                call={toCall("updateDeployment", {
                  path: { deployment_id: id },
                  body: { image_update_strategy: strategy },
                })}
                touches={[id]}
              >
                <p>What was held since the rollback is taken as soon as it is found.</p>
              </Deed>
            ) : (
              <Hold deployment={deployment} />
            )}
          </div>
        </>
      )}
    </Card>
  );
}

/** A hold is a return to the newest revision, which must be what is wanted now: else it would take back a change that is under way. */
function Hold({ deployment: { id, docker_image: image } }: Given): VNode | null {
  const path = { deployment_id: id };
  const { value, problem } = useLive(id, "hold", async (signal) => {
    const [{ revisions }, { generation }] = await Promise.all([
      berth.listDeploymentRevisions({ path, query: { limit: 1 } }, { signal }),
      berth.getDeploymentStatus({ path }, { signal }),
    ]);
    return revisions.find((one) => one.generation === generation);
  });
  if (value === undefined) return <ProblemNote problem={problem} />;
  return (
    <Deed
      label="Hold newer images"
      call={toCall("rollbackDeployment", { path, body: { revision: value.revision } })}
      touches={[id]}
    >
      <p>
        It goes back to the image that was asked for, {image}, and newer ones wait until they are taken again here, or
        what chooses them is changed.
      </p>
    </Deed>
  );
}

function code(text: string | null): VNode | null {
  return text === null ? null : <code>{text}</code>;
}
