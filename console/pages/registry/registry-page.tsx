import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Facts } from "../../parts/facts.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { ownership } from "../../store/session.ts";
import type { ToldOnce } from "../../store/told-once.ts";
import { useLive } from "../../store/use-live.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";

/** Where images of the organization are pushed to, and by which credentials. */
export function RegistryPage(): VNode {
  const { value, problem } = useLive("RegistryCredential", "", (signal) =>
    berth.getRegistryCredentials({ query: ownership.value }, { signal }),
  );
  const made = value?.credentials ?? undefined;
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Registry"
      reads={[toCall("getRegistryCredentials", { query: ownership.value })]}
      lead="Images that you push here are pulled by your clusters without any more settings."
      actions={
        <Deed
          label={made === undefined ? "Make credentials" : "Make new ones"}
          isFirst={made === undefined}
          call={toCall("regenerateRegistryCredentials", { query: ownership.value })}
          touches={["RegistryCredential"]}
          once={toldOnce}
        >
          <p>
            The new password is shown once. Credentials that there are end with it; deployments get the new ones by
            themselves.
          </p>
        </Deed>
      }
    >
      <ProblemNote problem={problem} />
      {value === undefined && problem === undefined && <p role="status">Reading…</p>}
      {value !== undefined && made === undefined && (
        <Empty title="There are no credentials yet">
          <p>Make them, sign in with docker, and push: the names of your images begin with what stands here then.</p>
        </Empty>
      )}
      {made !== undefined && (
        <Card id="credentials" title="How to push">
          <CredentialFacts made={made} />
        </Card>
      )}
    </Section>
  );
}

function CredentialFacts({
  made,
}: Readonly<{ made: NonNullable<Output<"getRegistryCredentials">["credentials"]> }>): VNode {
  return (
    <Facts
      facts={[
        ["Registry", <code>{made.registry_url}</code>],
        ["Images begin with", <code>{made.repository_prefix}</code>],
        ["User", <code>{made.username}</code>],
        [
          "Sign in with",
          <>
            <code>{made.docker_login_command}</code> <CopyButton text={made.docker_login_command} of="the command" />
          </>,
        ],
        ["Made", <When at={made.created_at} />],
        ["Ends", made.expires_at == null ? "never" : <When at={made.expires_at} />],
      ]}
    />
  );
}

function toldOnce(answer: unknown): ToldOnce {
  const { password, username, docker_login_command: command } = answer as Output<"regenerateRegistryCredentials">;
  return {
    title: "New credentials",
    sentence: "The password is shown only now. The command reads it from standard input.",
    values: [
      { label: "User", value: username },
      { label: "Password", value: password },
      { label: "Command", value: command },
    ],
  };
}
