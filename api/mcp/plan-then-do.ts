import { z } from "zod";
import type { Operation, Scope } from "../../contract/rest/operation.ts";
import type { Agent, CallAnswer, CallInput, Tool, ToolAnswer } from "./agent.ts";
import { PLAN_MINUTES } from "./plan-tokens.ts";
import { changesOf, pick, showResource, type ShownKind } from "./shown-resource.ts";
import { planToken } from "./tools/inputs.ts";

/** What a write comes to for these arguments now. */
type Prepared = Readonly<{
  input: CallInput;
  /** The resource that it is about, as it is; unset for what is made anew. */
  before?: CallAnswer;
}>;

type Write<I extends z.ZodRawShape> = Readonly<{
  name: string;
  title: string;
  description: string;
  scope: Scope;
  kind: ShownKind;
  destroys: boolean;
  /** Whether it makes another resource, and leaves the one that it is about as it is. */
  makesAnother?: true;
  input: I;
  operation: (input: z.infer<z.ZodObject<I>>) => Operation;
  prepare: (agent: Agent, input: z.infer<z.ZodObject<I>>) => Promise<Prepared>;
}>;

/**
 * Makes a tool that writes in two calls:
 * 1. without a token it does nothing: it answers what a dry run says, and a token;
 * 2. with the token, and all else as before, it does that, once. The resource must still be what the plan was made of.
 */
export function planThenDo<I extends z.ZodRawShape>(write: Write<I>): Tool {
  const { name, title, scope, destroys } = write;
  const shape = z.strictObject({ ...write.input, plan_token: planToken });
  return {
    name,
    title,
    description: `${write.description} The first call only answers a plan and a plan_token.`,
    input: shape,
    scope,
    writes: { destroys },
    async run(agent, given: Readonly<{ plan_token?: string }>): Promise<ToolAnswer> {
      const { plan_token: token, ...rest } = given;
      const input = rest as z.infer<z.ZodObject<I>>;
      const operation = write.operation(input);
      const prepared = await write.prepare(agent, input);
      const planned = { caller: agent.caller, tool: name, input, stamp: stampOf(prepared) };
      if (token === undefined) {
        const data = await planOf(agent, { write, operation, prepared });
        return { said: offer(await agent.plans.make(planned)), data };
      }
      if (!(await agent.plans.use(token, planned))) return STALE;
      const { body } = await agent.call(operation, prepared.input);
      const done = pick(body, ["id", "new_deployment_id", "name", "status", "message"]);
      return { said: ["Accepted. Whether it runs, its status says later."], data: done };
    },
  };
}

const STALE: ToolAnswer = {
  said: [
    "Nothing was done: this plan_token is not for this call. It has run out, was used, was made for other arguments or by somebody else, or the resource has changed since. Call without it for a new plan.",
  ],
  isError: true,
};

function offer(token: string): string[] {
  return [
    "Nothing was done. This is the plan.",
    `When the person has agreed to it, call this tool again with the same arguments and plan_token ${token}; it holds for ${PLAN_MINUTES} minutes and once.`,
  ];
}

/** The generation is what a person has wanted so far; what is observed in between changes no plan. */
function stampOf({ before }: Prepared): string {
  return /^"([0-9]+)\./.exec(before?.etag ?? "")?.[1] ?? "";
}

type Asked = Readonly<{ write: Pick<Write<never>, "kind" | "makesAnother">; operation: Operation; prepared: Prepared }>;

async function planOf(agent: Agent, { write, operation, prepared }: Asked): Promise<CallAnswer["body"]> {
  const { input, before } = prepared;
  const about = pick(before?.body, ["id", "name", "status"]);
  if (operation.dryRun !== true) return { does: operation.summary, about };
  const { body } = await agent.call(operation, { ...input, query: { ...input.query, dry_run: true } });
  const plan = pick(body["plan"], ["objects", "objects_complete", "warnings", "monthly_cost"]);
  const result =
    write.makesAnother === true || before === undefined
      ? { makes: showResource(write.kind, body) }
      : { changes: changesOf(write.kind, before.body, body) };
  return { does: operation.summary, about, ...result, ...plan };
}
