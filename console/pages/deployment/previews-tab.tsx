import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { AddressLink } from "../../parts/address-link.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { StatusMark } from "../../parts/status-mark.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { useLive } from "../../store/use-live.ts";

type Deployment = Output<"getDeployment">;

/** What every change of a preview is told as. */
const KIND = "Deployment";
const MADE = fieldsOf("DeploymentPreviewRequest");
const EXTENDED = fieldsOf("DeploymentExtendRequest");
const DAY_SECONDS = "86400";

/** The previews of a deployment, each with its end; of a preview its own. */
export function PreviewsTab({ deployment }: Readonly<{ deployment: Deployment }>): VNode {
  return deployment.preview_of === null ? (
    <PreviewsOf deployment={deployment} />
  ) : (
    <ul class="card told items" aria-label="This preview">
      <PreviewItem preview={deployment} />
    </ul>
  );
}

function PreviewsOf({ deployment }: Readonly<{ deployment: Deployment }>): VNode {
  const path = { deployment_id: deployment.id };
  const { value, problem } = useLive(KIND, `previews of ${deployment.id}`, (signal) =>
    berth.listDeploymentPreviews({ path, query: { limit: 100 } }, { signal }),
  );
  return (
    <>
      <Deed
        label="New preview"
        isFirst
        call={toCall("createDeploymentPreview", { path, body: { name: "", image: "", ttl: Number(DAY_SECONDS) } })}
        form={{ fields: MADE, beginning: { image: deployment.docker_image ?? "", ttl: DAY_SECONDS }, common: [] }}
        touches={[KIND]}
      >
        <p>A deployment beside this one, with another image and an address of its own, that goes at its time.</p>
      </Deed>
      <Items
        label="Previews"
        items={{ rows: value?.previews, problem, more: undefined }}
        empty={<p class="faint">It has no previews. Pipelines make one per pull request by berth preview create.</p>}
      >
        {(preview) => <PreviewItem key={preview.id} preview={preview} />}
      </Items>
    </>
  );
}

function PreviewItem({ preview }: Readonly<{ preview: Deployment }>): VNode {
  const { id, name, status, docker_image: image, expires_at: end, preview_of: source } = preview;
  const path = { deployment_id: id };
  return (
    <Item
      title={<a href={`/deployments/${id}`}>{name}</a>}
      mark={<StatusMark phase={status} />}
      facts={[
        <code>{image}</code>,
        end !== null && (
          <>
            ends <When at={end} />
          </>
        ),
        preview.endpoint_url !== null && <AddressLink url={preview.endpoint_url} />,
        source !== null && <a href={`/deployments/${source}?tab=previews`}>all previews</a>,
      ]}
      actions={
        status !== "deleting" && (
          <>
            <Deed
              label="Extend"
              of={name}
              call={toCall("extendDeployment", { path, body: { ttl: Number(DAY_SECONDS) } })}
              form={{ fields: EXTENDED, beginning: { ttl: DAY_SECONDS } }}
              touches={[KIND, id]}
            />
            <Deed label="End" of={name} isDangerous call={toCall("deleteDeployment", { path })} touches={[KIND, id]}>
              <p>It goes now, with its volumes and all that is on them.</p>
            </Deed>
          </>
        )
      }
    />
  );
}
