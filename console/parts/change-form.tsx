import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Answer, CallParts } from "../../client/calls.ts";
import type { OperationId } from "../../client/operation-types.ts";
import { visit } from "../store/session.ts";
import { useRead } from "../store/use-read.ts";
import { textsOf, type FormField } from "../view/form-fields.ts";
import { CallForm } from "./call-form.tsx";
import type { FormShape } from "./schema-form.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { noticeOvertaken } from "./notice-overtaken.ts";
import { PageHead } from "./page-head.tsx";
import { ProblemNote } from "./problem-note.tsx";

/** A resource as the controls show it, and the version that was read. */
type ReadTexts = Readonly<{ texts: Readonly<Record<string, string>>; etag: string | undefined; name: string }>;
type Named = Readonly<{ name: string; organization_id: string | null }>;

type Given = Readonly<{
  fields: readonly FormField[];
  common: readonly string[];
  named?: NonNullable<FormShape["named"]>;
  read: () => Promise<Pick<Answer<"getMe">, "etag"> & Readonly<{ data: Named }>>;
  /** The operation that changes it, and its path. */
  id: OperationId;
  path: NonNullable<CallParts["path"]>;
  /** Its own page. */
  href: string;
}>;

/** Changes a resource: the plan first, and what somebody else changed meanwhile is shown, never overwritten. */
export function ChangeForm({ fields, read, href, ...given }: Given): VNode {
  const readTexts = async (): Promise<ReadTexts> => {
    const { data, etag } = await read();
    visit(data);
    return { etag, name: data.name, texts: textsOf(fields, data) };
  };
  const { value: beginning, problem } = useRead(href, readTexts);
  const trail = (
    <p class="trail">
      <a href={href}>Back to it</a>
    </p>
  );
  return (
    <>
      <PageHead title={`Change ${beginning?.name ?? ""}`} above={trail} reads={[]} />
      <ProblemNote problem={problem} />
      {beginning !== undefined && (
        <Known {...given} fields={fields} href={href} beginning={beginning} readAgain={readTexts} />
      )}
    </>
  );
}

type Started = Omit<Given, "read"> & Readonly<{ beginning: ReadTexts; readAgain: () => Promise<ReadTexts> }>;

function Known({ fields, common, named = {}, id, path, href, beginning, readAgain }: Started): VNode {
  const { route } = useLocation();
  const newer = useSignal<ReadTexts | undefined>(undefined);
  /** Whoever was overtaken goes on from what is there now, with their own entries kept. */
  const noticing = noticeOvertaken(async () => {
    newer.value = await readAgain();
  });
  const header = { "If-Match": (newer.value ?? beginning).etag };
  return (
    <section class="card">
      <CallForm
        form={{ fields, common, named, beginning: beginning.texts, asYaml: true }}
        call={{ id, input: { path, header } }}
        action="Change it"
        around={noticing}
        onDone={() => route(href)}
      >
        <ConflictNote fields={fields} before={beginning.texts} now={newer.value?.texts} />
      </CallForm>
    </section>
  );
}
