import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { berth } from "../../store/berth.ts";
import { may } from "../../store/may.ts";
import { useAttempt } from "../../store/use-attempt.ts";

type Connection = Output<"getDatabaseConnection">;

/** How a database is reached. Each reading is in the audit log, so that it is asked for. */
export function ConnectionTab({ database }: Readonly<{ database: Output<"getDatabase"> }>): VNode {
  const told = useSignal<Connection | undefined>(undefined);
  const { problem, attempt } = useAttempt();
  const ask = async (): Promise<void> => {
    told.value = await berth.getDatabaseConnection({ path: { database_id: database.id } });
  };
  return (
    <Card id="connection" title="How it is reached">
      <ProblemNote problem={problem} />
      {!may("getDatabaseConnection") && <p>Whoever may change databases sees its connection here.</p>}
      {told.value === undefined && may("getDatabaseConnection") && (
        <p>
          <button class="button" type="button" onClick={() => attempt(ask)}>
            Show the connection
          </button>
        </p>
      )}
      {told.value !== undefined && <Told connection={told.value} name={database.name} />}
    </Card>
  );
}

function Told({ connection, name }: Readonly<{ connection: Connection; name: string }>): VNode {
  const { host, external_host: outside, port, user, database, secret_name: secret } = connection;
  const namespace = connection.secret_namespace;
  const reading = `kubectl get secret ${secret ?? ""} --namespace ${namespace} --output go-template='{{.data.password | base64decode}}'`;
  return (
    <>
      <Facts
        facts={[
          ["Host", host === null ? "Not there yet" : copied(host, "the host")],
          ["From outside", outside === null ? null : copied(outside, "the host from outside")],
          ["Port", port === null ? null : copied(String(port), "the port")],
          ["User", copied(user, "the user")],
          ["Database", copied(database, "the database")],
          ["Password", secret === null ? "Not there yet" : `In the Secret ${secret} of ${namespace}`],
        ]}
      />
      {secret !== null && (
        <div class="command">
          <p>The password is in no answer of Berth. With a kubeconfig of its cluster:</p>
          <pre tabIndex={0} aria-label="Reading the password">
            {reading}
          </pre>
          <CopyButton text={reading} of="the command that reads the password" />
          <p>Or without it, from your own machine:</p>
          <pre tabIndex={0} aria-label="Connecting from your machine">
            berth db connect {name}
          </pre>
        </div>
      )}
    </>
  );
}

function copied(text: string, of: string): VNode {
  return (
    <span class="copied">
      <code>{text}</code> <CopyButton text={text} of={of} />
    </span>
  );
}
