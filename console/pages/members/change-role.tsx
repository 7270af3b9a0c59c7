import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { isBerthError } from "../../../client/berth-error.ts";
import type { Item } from "../../../client/operation-types.ts";
import { useAction } from "../../parts/action-bar.tsx";
import { CallForm } from "../../parts/call-form.tsx";
import { ConflictNote } from "../../parts/conflict-note.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { touch } from "../../store/live.ts";
import { may } from "../../store/may.ts";
import { deedAddress } from "../../view/deed-address.ts";
import { toProblem, type Problem } from "../../view/problem.ts";

type Member = Item<"listMembers">;
/** The role of a member, and the version that was read. */
type ReadRole = Readonly<{ role: string; etag: string | undefined }>;

type Given = Readonly<{
  path: Readonly<{ slug: string; user_id: string }>;
  member: Member;
  /** Those that the reader may give. */
  roles: readonly string[];
  onDone: () => void;
}>;

const FIELDS = fieldsOf("MemberUpdate");

/** Gives a member another role; what somebody else gave them meanwhile is shown, never overwritten. */
export function ChangeRole({ onDone, ...given }: Given): VNode | null {
  const { asked, ask, leave } = useAction();
  if (!may("updateMember")) return null;
  const address = deedAddress("Change role", { path: given.path });
  const left = (): void => {
    leave();
    touch("Member");
  };
  const done = (): void => {
    left();
    onDone();
  };
  return (
    <>
      <button class="button" type="button" data-operation="updateMember" onClick={() => ask(address)}>
        Change role<span class="unseen"> of {given.member.name}</span>
      </button>
      {asked === address && <RoleDialog {...given} onDone={done} onClose={left} />}
    </>
  );
}

function RoleDialog({ path, member, roles, onDone, onClose }: Given & Readonly<{ onClose: () => void }>): VNode {
  const began = useSignal<ReadRole | undefined>(undefined);
  const newer = useSignal<ReadRole | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const look = async (): Promise<void> => {
    const { data, etag } = await berth.ask("getMember", { path });
    const read = { role: data.role, etag };
    if (began.value === undefined) began.value = read;
    else if (read.etag !== (newer.value ?? began.value).etag) newer.value = read;
  };
  // The list behind it is live: who opened it hears at once of another role.
  useEffect(() => {
    look().catch((error: unknown) => (problem.value = toProblem(error)));
  }, [member.role]);
  const noticing = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isBerthError(error) && error.code === "precondition_failed") await look();
      throw error;
    }
  };
  const header = { "If-Match": (newer.value ?? began.value)?.etag };
  return (
    <Dialog title={`Change role of ${member.name}`} onClose={onClose}>
      <ProblemNote problem={problem.value} />
      {began.value !== undefined && (
        <CallForm
          form={{
            fields: FIELDS,
            beginning: { role: began.value.role },
            named: { role: roles.map((role) => ({ value: role, name: role })) },
          }}
          call={toCall("updateMember", { path, header, body: { role: member.role } })}
          action="Change role"
          around={noticing}
          onDone={onDone}
        >
          <ConflictNote fields={FIELDS} before={{ role: began.value.role }} now={roleOf(newer.value)} />
        </CallForm>
      )}
      <p>
        <button class="link" type="button" onClick={onClose}>
          Leave it
        </button>
      </p>
    </Dialog>
  );
}

function roleOf(read: ReadRole | undefined): Readonly<{ role: string }> | undefined {
  return read && { role: read.role };
}
