import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Item } from "../../parts/items.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Tag } from "../../parts/tag.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { touch } from "../../store/live.ts";
import { toldOnce, type ToldOnce } from "../../store/told-once.ts";
import { useLive } from "../../store/use-live.ts";
import { NewFactors } from "./new-factors.tsx";

type Told = Output<"listSecondFactors">;

/** What is asked for beside the password; the first one brings recovery codes. */
export function SecondFactors(): VNode {
  const { value, problem } = useLive("second-factors", "second-factors", (signal) =>
    berth.listSecondFactors({}, { signal }),
  );
  const confirmed = (told: readonly string[] | null): void => {
    touch("second-factors");
    if (told !== null) toldOnce.value = codesTold(told);
  };
  return (
    <Card id="factors" title="Second factor">
      <p class="faint">
        With one, a password alone opens nothing: every sign-in also asks for a code of an app, or for a passkey.
      </p>
      <ProblemNote problem={problem} />
      {value !== undefined && <Known told={value} />}
      <div class="actions">
        <NewFactors onConfirmed={confirmed} />
        {value !== undefined && value.second_factors.length > 0 && (
          <Deed
            label="New recovery codes"
            call={toCall("replaceRecoveryCodes", {})}
            touches={["second-factors"]}
            once={(answer) => codesTold((answer as Output<"replaceRecoveryCodes">).recovery_codes)}
          >
            <p>The ones before serve no more.</p>
          </Deed>
        )}
      </div>
    </Card>
  );
}

function codesTold(codes: readonly string[]): ToldOnce {
  return {
    title: "Your recovery codes",
    sentence: "Keep them where the app is not: each signs you in once when it is lost. They are shown only now.",
    values: [{ label: "Recovery codes", value: codes.join("\n") }],
  };
}

function Known({ told }: Readonly<{ told: Told }>): VNode | null {
  if (told.second_factors.length === 0) return <p>You have none yet.</p>;
  return (
    <>
      <ul class="told items" aria-label="Second factors">
        {told.second_factors.map(({ id, name, type, created_at: made, last_used_at: used }) => (
          <Item
            key={id}
            title={name}
            mark={<Tag>{type === "totp" ? "app" : "passkey"}</Tag>}
            facts={[
              <>
                added <When at={made} />
              </>,
              used === null ? "never used" : <Used at={used} />,
            ]}
            actions={
              <Deed
                label="Remove"
                of={name}
                isDangerous
                call={toCall("deleteSecondFactor", { path: { factor_id: id } })}
                touches={["second-factors"]}
              >
                <p>With the last one the recovery codes go too, and sign-ins ask for the password alone.</p>
              </Deed>
            }
          />
        ))}
      </ul>
      <p class="faint">{told.recovery_codes_left} recovery codes are left.</p>
    </>
  );
}

function Used({ at }: Readonly<{ at: string }>): VNode {
  return (
    <>
      used <When at={at} />
    </>
  );
}
