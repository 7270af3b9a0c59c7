import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation, useRoute } from "preact-iso";
import { useEffect } from "preact/hooks";
import { FORMS } from "virtual:forms";
import { PageHead } from "../../parts/page-head.tsx";
import { PlanDialog } from "../../parts/plan-dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { SchemaForm } from "../../parts/schema-form.tsx";
import { bodyOrThrow } from "../../view/body-or-throw.ts";
import { formFields } from "../../view/form-fields.ts";
import { toProblem, type Problem } from "../../view/problem.ts";
import { change, isOutdated, readTexts, type Change, type ReadTexts } from "./change-calls.ts";
import { COMMON_MEMBERS } from "./common-members.ts";
import { ConflictNote } from "./conflict-note.tsx";

const FIELDS = formFields(FORMS["DeploymentUpdate"] ?? {});

/** Changes a deployment: the plan first, and what somebody else changed meanwhile is shown, never overwritten. */
export function ChangeDeploymentPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const read = useSignal<ReadTexts | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  useEffect(() => {
    readTexts(id, FIELDS).then(
      (texts) => (read.value = texts),
      (error: unknown) => (problem.value = toProblem(error)),
    );
  }, [id]);
  const trail = (
    <p class="trail">
      <a href={`/deployments/${id}`}>Back to it</a>
    </p>
  );
  return (
    <>
      <PageHead title={`Change ${read.value?.texts["name"] ?? ""}`} above={trail} />
      <ProblemNote problem={problem.value} />
      {read.value !== undefined && <ChangeForm id={id} beginning={read.value} />}
    </>
  );
}

function ChangeForm({ id, beginning }: Readonly<{ id: string; beginning: ReadTexts }>): VNode {
  const { route } = useLocation();
  const newer = useSignal<ReadTexts | undefined>(undefined);
  const asked = useSignal<Change | undefined>(undefined);
  /** Whoever was overtaken goes on from what is there now, with their own entries kept. */
  const noticing = async <T,>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isOutdated(error)) newer.value = await readTexts(id, FIELDS);
      throw error;
    }
  };
  const ask = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const body = bodyOrThrow(FIELDS, values, beginning.texts);
    const { etag } = newer.value ?? beginning;
    const { plan } = await noticing(change({ id, body, etag }, true));
    asked.value = { id, body, etag, plan };
  };
  const perform = async (): Promise<void> => {
    if (asked.value === undefined) return;
    await noticing(change(asked.value, false));
    route(`/deployments/${id}`);
  };
  return (
    <section class="card">
      <SchemaForm
        fields={FIELDS}
        beginning={beginning.texts}
        named={{}}
        action="Show the plan"
        common={COMMON_MEMBERS}
        onSend={ask}
      >
        <ConflictNote fields={FIELDS} before={beginning.texts} now={newer.value?.texts} />
      </SchemaForm>
      {asked.value !== undefined && (
        <PlanDialog
          title="Change it"
          action="Change it"
          plan={() => Promise.resolve(asked.value?.plan)}
          perform={perform}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </section>
  );
}
