import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import { ChangeForm } from "../../parts/change-form.tsx";
import { berth } from "../../store/berth.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { COMMON_MEMBERS } from "./common-members.ts";

const FIELDS = fieldsOf("DatabaseUpdate");

/** Changes a database. */
export function ChangeDatabasePage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { database_id: id };
  return (
    <ChangeForm
      fields={FIELDS}
      common={COMMON_MEMBERS}
      read={() => berth.ask("getDatabase", { path })}
      id="updateDatabase"
      path={path}
      href={`/databases/${id}`}
    />
  );
}
