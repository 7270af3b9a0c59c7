import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useRef } from "preact/hooks";
import type { Output } from "../../../client/operation-types.ts";
import { CallDialog } from "../../parts/call-dialog.tsx";
import { Card } from "../../parts/card.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Findings } from "../../parts/findings.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { SchemaForm } from "../../parts/schema-form.tsx";
import { writePlainly } from "../../store/write-plainly.ts";
import { toCall, type Call } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { ownership } from "../../store/session.ts";
import { bodyOrThrow } from "../../view/body-or-throw.ts";
import { importBodies, type ImportBodies } from "./import-bodies.ts";

/** The bundle is agreed to below the findings, and errors are for the platform's people to override. */
const FIELDS = fieldsOf("ClusterImport", "organization_id", "acknowledge_bundle_install", "override_preflight");
const COMMON = ["kubeconfig"] as const;

type Looked = Readonly<{ bodies: ImportBodies; report: Output<"preflightImport"> }>;

/** Makes a cluster known that runs already: it is looked at first, and nothing is changed there before it is said here. */
export function ImportClusterPage(): VNode {
  const looked = useSignal<Looked | undefined>(undefined);
  const given = useRef<ImportBodies>(undefined);
  const look = async (values: Values): Promise<void> => {
    looked.value = undefined;
    const bodies = (given.current = bodiesOf(values));
    const report = await writePlainly("preflightImport", { body: bodies.preflight });
    looked.value = seenOf({ bodies, report }, given.current);
  };
  const hear = (values: Values): void => {
    given.current = bodiesOrNone(values);
    looked.value = seenOf(looked.value, given.current);
  };
  const trail = (
    <p class="trail">
      <a href="/clusters">Clusters</a>
    </p>
  );
  return (
    <>
      <PageHead reads={[]} title="Import a cluster" above={trail} />
      <section class="card">
        <p>
          It stays yours: its nodes and its version are yours to manage, and deleting it here only lets go of it. The
          kubeconfig is swapped for an account of the platform's own, and then thrown away.
        </p>
        <SchemaForm
          fields={FIELDS}
          common={COMMON}
          action="Look at it"
          operation="preflightImport"
          onSend={look}
          onInput={hear}
          toCall={toLook}
        />
      </section>
      {looked.value !== undefined && <Report looked={looked.value} />}
    </>
  );
}

type Values = Readonly<Record<string, string>>;

const bodiesOf = (values: Values): ImportBodies =>
  importBodies({ ...ownership.value, ...bodyOrThrow(FIELDS, values, {}) });

function bodiesOrNone(values: Values): ImportBodies | undefined {
  try {
    return bodiesOf(values);
  } catch {
    // It is told when it is sent.
    return undefined;
  }
}

/** What was seen is of what the form has for it; the name is the form's until the import. */
function seenOf(looked: Looked | undefined, bodies: ImportBodies | undefined): Looked | undefined {
  const isSame = JSON.stringify(looked?.bodies.preflight) === JSON.stringify(bodies?.preflight);
  return looked !== undefined && bodies !== undefined && isSame ? { ...looked, bodies } : undefined;
}

const toLook = (values: Values): Call => toCall("preflightImport", { body: bodiesOf(values).preflight });

function Report({ looked: { bodies, report } }: Readonly<{ looked: Looked }>): VNode {
  const { route } = useLocation();
  const isAgreed = useSignal(false);
  const isAsked = useSignal(false);
  const { ok, kubernetes_version: version, node_count: nodes, findings } = report;
  const seen = version === null ? "" : ` It runs Kubernetes ${version} on ${nodes ?? 0} nodes.`;
  return (
    <Card id="preflight" title={ok ? "It can be imported" : "Something stands in the way"}>
      <p>
        Nothing was changed there.
        {seen}
      </p>
      <Findings findings={findings} label="What was found on the cluster" />
      {ok && (
        <>
          <Choice value={isAgreed}>Install the platform's components onto it</Choice>
          <p>
            <button
              class="button button-first"
              type="button"
              data-operation="importCluster"
              aria-disabled={!isAgreed.value}
              onClick={() => (isAsked.value = isAgreed.value)}
            >
              Import it
            </button>
          </p>
        </>
      )}
      {isAsked.value && (
        <CallDialog
          title="Import it"
          action="Import it"
          call={toCall("importCluster", { body: bodies.whole })}
          onDone={(made) => route(`/clusters/${(made as Readonly<{ id: string }>).id}`)}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </Card>
  );
}
