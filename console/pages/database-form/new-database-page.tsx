import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { CallForm } from "../../parts/call-form.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { fieldsOf } from "../../store/fields-of.ts";
import { clusters, databases } from "../../store/kinds.ts";
import { COMMON_MEMBERS } from "./common-members.ts";

/** The organization is the cluster's. */
const FIELDS = fieldsOf("DatabaseCreate", "organization_id");

/** Makes a database: what would be made is shown before it is. */
export function NewDatabasePage(): VNode {
  const { route, query } = useLocation();
  const named = {
    cluster_id: clusters.value.rows.map(({ id, name }) => ({ value: id, name })),
    replication_source_id: databases.value.rows.map(({ id, name }) => ({ value: id, name })),
  };
  const beginning = { cluster_id: query["cluster"] ?? "" };
  const trail = (
    <p class="trail">
      <a href="/databases">Databases</a>
    </p>
  );
  return (
    <>
      <PageHead reads={[]} title="New database" above={trail} />
      <section class="card">
        <CallForm
          form={{ fields: FIELDS, named, common: COMMON_MEMBERS, beginning, asYaml: true }}
          call={{ id: "createDatabase", input: {} }}
          action="Make it"
          onDone={(made) => route(`/databases/${(made as Readonly<{ id: string }>).id}`)}
        />
      </section>
    </>
  );
}
