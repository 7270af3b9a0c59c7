import type { VNode } from "preact";

/** One thing that a preflight met. */
type Finding = Readonly<{
  severity: "error" | "warning" | "info";
  code: string;
  kind: string;
  name: string;
  namespace?: string | null;
  owner?: string | null;
  message: string;
  remedy: string;
}>;

const WORDS = { error: "in the way", warning: "to mind", info: "to know" } as const;
const TONES = { error: "bad", warning: "moving", info: "quiet" } as const;

/** What a preflight found, as a table: what, whose it is, and what to do. */
export function Findings({ findings, label }: Readonly<{ findings: readonly Finding[]; label: string }>): VNode {
  if (findings.length === 0) return <p>Nothing was found that stands in the way.</p>;
  return (
    <table class="table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Weight</th>
          <th scope="col">What was found</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {findings.map(({ severity, code, kind, name, namespace, owner, message, remedy }, index) => (
          <tr key={index}>
            <td data-name="Weight">
              <span class={`status status-${TONES[severity]}`} title={code}>
                {WORDS[severity]}
              </span>
            </td>
            <td data-name="What was found">
              {message}
              <span class="row-more row-whole">
                {kind} <code>{[namespace, name].filter(Boolean).join("/")}</code>
                {owner !== null && owner !== undefined && `, of ${owner}`}
              </span>
            </td>
            <td data-name="What to do">{remedy}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
