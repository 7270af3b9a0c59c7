import type { VNode } from "preact";
import type { Input, OperationId, Output } from "../../../client/operation-types.ts";
import type { FormBody } from "../../form-bodies.ts";
import { useAction } from "../../parts/action-bar.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { OvertakenFormDialog } from "../../parts/overtaken-form-dialog.tsx";
import type { FormShape } from "../../parts/schema-form.tsx";
import { berth } from "../../store/berth.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { touch } from "../../store/live.ts";
import { may } from "../../store/may.ts";
import { useRead } from "../../store/use-read.ts";
import { clusterActions } from "../../view/cluster-actions.ts";
import { sayServerType } from "../../view/cluster-price.ts";
import { textsOf } from "../../view/form-fields.ts";
import { DeleteClusterDialog } from "./delete-cluster-dialog.tsx";
import { KubeconfigDialog } from "./kubeconfig-dialog.tsx";

type Cluster = Output<"getCluster">;
type Given = Readonly<{ cluster: Cluster }>;

/** The bodies of what is done by a form; what a control begins with is what the cluster has. */
const BODIES: Readonly<Partial<Record<OperationId, FormBody>>> = {
  requestUpgrade: "UpgradeRequestCreate",
  updateAutoscaling: "AutoscalingUpdate",
  updateServerType: "ServerTypeUpdate",
  updateRegionLocations: "RegionLocationsUpdate",
  updateComponentBundle: "ComponentBundleUpdate",
  retryCluster: "ClusterRetry",
};

/** What a server type is chosen for. */
const OF_MACHINES: ReadonlySet<OperationId | undefined> = new Set<OperationId>(["updateServerType", "retryCluster"]);

/** The dialog of the action that the address asks for; none where the state or the role does not allow it. */
export function ClusterDialogs({ cluster }: Given): VNode | null {
  const { asked, leave } = useAction();
  const action = clusterActions(cluster).find(({ id }) => id === asked);
  const named = useServerTypes(OF_MACHINES.has(action?.operation), cluster);
  // What is a text at first and a list of choices later would change under the hands of whoever has begun.
  if (action === undefined || named === undefined || !may(action.operation)) return null;
  const { id, name } = cluster;
  if (action.id === "delete") return <DeleteClusterDialog cluster={cluster} onClose={leave} />;
  if (action.id === "kubeconfig")
    return <KubeconfigDialog id={id} name={name} sentence={action.sentence} onClose={leave} />;
  const body = BODIES[action.operation];
  const notIts = cluster.is_imported ? [] : ["own_components"];
  const fields = body === undefined ? [] : fieldsOf(body, ...notIts);
  const path = { cluster_id: id };
  const what = {
    title: `${action.name}: ${name}`,
    call: { id: action.operation, input: { path } },
    action: action.name,
    onClose: leave,
    children: <p>{action.sentence}</p>,
  };
  if (!action.operation.startsWith("update"))
    return (
      <FormDialog
        {...what}
        form={{ fields, named, beginning: textsOf(fields, cluster) }}
        onDone={() => touch("UpgradeRequest")}
      />
    );
  return (
    <OvertakenFormDialog
      {...what}
      form={{ fields, named }}
      read={async (signal) => {
        const { data, etag } = await berth.ask("getCluster", { path }, { signal });
        return { data: { ...data, version: data.component_bundle_version }, etag };
      }}
      id={id}
      onDone={leave}
    />
  );
}

/** The machines that the cluster's provider has in its region; undefined while they are read. */
function useServerTypes(isAsked: boolean, { provider, region }: Cluster): FormShape["named"] {
  const path: Input<"listServerTypes">["path"] = { provider };
  const { value, problem } = useRead(isAsked ? `${provider} ${region}` : "", (signal) =>
    berth.listServerTypes({ path, query: { region } }, { signal }),
  );
  if (isAsked && value === undefined && problem === undefined) return undefined;
  if (value === undefined || value.server_types.length === 0) return {};
  return {
    server_type: value.server_types.map((one) => ({ value: one.id, name: sayServerType(one), isOff: !one.available })),
  };
}
