/*
 * How a route is described. One operation is the single source of its path, parameters, bodies, answers and codes;
 * the OpenAPI document, the validation at run time and the route table of the gateway are derived from it.
 */
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../errors.ts";
import type { OperationRule } from "./rules.ts";
import { etagList, eventCursor, idempotencyKey } from "./values.ts";

/** The roles in an organization, each with all that the ones after it may. */
export const ORGANIZATION_ROLES = ["owner", "admin", "member", "viewer"] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Who may call: anyone; any signed-in user for what is theirs; the least role in the resource's organization; the platform's people. */
type Who =
  | Readonly<{ kind: "public" }>
  | Readonly<{ kind: "user" }>
  | Readonly<{ kind: "role"; role: OrganizationRole }>
  | Readonly<{ kind: "platformAdmin" }>;

/** Says that whoever has this role or a higher one may call. */
export function atLeast<Role extends OrganizationRole>(role: Role): Readonly<{ kind: "role"; role: Role }> {
  return { kind: "role", role };
}

export type Scope = `${string}:${"read" | "write"}`;
export type Method = "get" | "post" | "put" | "patch" | "delete";

type Success = Readonly<{
  status: 101 | 200 | 201;
  schema: z.ZodType;
  description: string;
  /** application/json when unset. */
  contentType?: string;
  /** Media type that a client may ask for instead (Accept); its body is plain text. */
  alternativeType?: string;
}>;

type Facts<Id extends string = string> = Readonly<{
  /** camelCase, unique over all groups; a type of its own, so that no other operation's handler serves it. */
  operationId: Id;
  method: Method;
  /** Without the base path: "/clusters/{cluster_id}". */
  path: string;
  group: string;
  summary: string;
  description?: string;
  who: Who;
  /** Refuses API keys and OAuth tokens: the operation needs a login session (docs/adr/0026). */
  sessionOnly?: true;
  /** Refuses a platform admin who acts as another user (docs/adr/0026). */
  notWhileImpersonating?: true;
  /** Refuses a session whose holder has not proven lately who they are; keys and tokens have scopes instead (ASVS 3.7.1). */
  freshProof?: true;
  /** Refuses an account whose address nobody has proven yet, where there is mail to prove it. */
  verifiedOnly?: true;
  /** Lets the service principal call it. */
  serviceToken?: true;
  /** What an API key with scopes must carry. */
  scope?: Scope;
  success: Success;
  /** Media type of the body; JSON when unset. */
  bodyType?: "application/x-www-form-urlencoded";
  /** Takes ?dry_run. */
  dryRun?: true;
  /** Takes ?wait=<seconds>. */
  wait?: true;
  /** With it, ?wait_for=reachable. */
  waitsForReach?: true;
  /** Takes Idempotency-Key. */
  idempotent?: true;
  /** read: answers an ETag and takes If-None-Match; write: takes If-Match. */
  concurrency?: "read" | "write";
  /** Answers 302 where a client that prefers HTML has to go next. */
  redirects?: true;
  /** Ignores query parameters that it does not know: others decide what is sent (RFC 6749, 4.1.2). */
  openQuery?: true;
  /** Answers server-sent events without an end, and takes Last-Event-ID. */
  stream?: true;
  /** Makes it a WebSocket, asked for with Upgrade; the description says what its messages are. */
  webSocket?: true;
  /** Documented without the /api/v1 prefix (health). */
  unprefixed?: true;
}>;

/** What a group file writes; parameters are shapes, flags add theirs, errors are only those of the operation's own. */
export type Declaration<
  P extends z.ZodRawShape,
  Q extends z.ZodRawShape,
  B extends z.ZodType | undefined,
  Id extends string = string,
> = Facts<Id> &
  Readonly<{
    pathParameters?: P;
    query?: Q;
    body?: B;
    errors?: readonly ErrorCode[];
    rules?: readonly OperationRule[];
  }>;

/** One operation of the REST interface, complete. */
export type Operation<
  P extends z.ZodRawShape = z.ZodRawShape,
  Q extends z.ZodRawShape = z.ZodRawShape,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  Id extends string = string,
> = Facts<Id> &
  Readonly<{
    parameters: Readonly<{ path: z.ZodObject<P>; query: z.ZodObject<Q>; header: z.ZodObject }>;
    body: B;
    /** Every error code that the operation can answer with; 422 apart: an unknown query parameter makes any request invalid. */
    errors: readonly ErrorCode[];
    rules: readonly OperationRule[];
  }>;

/** The query members that flags of an operation add. */
export type FlagQuery = Readonly<{
  dry_run?: boolean | undefined;
  wait?: number | undefined;
  wait_for?: WaitFor | undefined;
}>;
/** The header members that flags of an operation add. */
export type FlagHeaders = Readonly<{
  "idempotency-key"?: string | undefined;
  "if-match"?: string | undefined;
  "if-none-match"?: string | undefined;
  "last-event-id"?: string | undefined;
}>;

/** Types what a handler gets once a request of the operation is validated. */
export type ParsedRequest<O extends Operation> =
  O extends Operation<infer P, infer Q, infer B>
    ? Readonly<{
        path: z.output<z.ZodObject<P>>;
        query: z.output<z.ZodObject<Q>> & FlagQuery;
        headers: FlagHeaders;
        body: B extends z.ZodType ? z.output<B> : undefined;
      }>
    : never;

const dryRunParameter = z
  .boolean()
  .optional()
  .meta({ description: "Checks everything, writes nothing, answers the would-be resource and a plan" });
const waitParameter = z
  .int()
  .min(0)
  .max(300)
  .optional()
  .meta({ description: "Seconds to wait for the resource to settle before answering" });

const WAITED_FOR = ["settled", "reachable"] as const;
/** What `wait` waits for. */
export type WaitFor = (typeof WAITED_FOR)[number];
const waitForParameter = z.enum(WAITED_FOR).optional().meta({
  description:
    "What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled",
});

const NO_MEMBERS = {};
type NoMembers = typeof NO_MEMBERS;

/** Makes an operation of its declaration: flags become parameters, the errors that follow from its form are added. */
export function defineOperation<
  P extends z.ZodRawShape = NoMembers,
  Q extends z.ZodRawShape = NoMembers,
  B extends z.ZodType | undefined = undefined,
  Id extends string = string,
>(declaration: Declaration<P, Q, B, Id>): Operation<P, Q, B, Id> {
  const { pathParameters, query, body, errors, rules, ...facts } = declaration;
  const queryObject = facts.openQuery ? z.object : z.strictObject;
  const flags = {
    ...(facts.dryRun && { dry_run: dryRunParameter }),
    ...(facts.wait && { wait: waitParameter }),
    ...(facts.waitsForReach && { wait_for: waitForParameter }),
  };
  return {
    ...facts,
    parameters: {
      path: z.strictObject(pathParameters ?? NO_MEMBERS) as unknown as z.ZodObject<P>,
      query: queryObject({ ...query, ...flags }) as unknown as z.ZodObject<Q>,
      header: z.object(headerShape(facts)),
    },
    body: body as B,
    errors: inOrder([...impliedErrors(facts, pathParameters !== undefined, body !== undefined), ...(errors ?? [])]),
    rules: rules ?? [],
  };
}

function headerShape(facts: Facts): z.ZodRawShape {
  return {
    ...(facts.stream && {
      "last-event-id": eventCursor
        .optional()
        .meta({ description: "id of the last event that was received; what came after it is sent" }),
    }),
    ...(facts.idempotent && {
      "idempotency-key": idempotencyKey
        .optional()
        .meta({ description: "Repeats with the same key and body within 24 h get the first answer" }),
    }),
    ...(facts.concurrency === "write" && {
      "if-match": etagList
        .optional()
        .meta({ description: "Refuses with 412 when the resource changed since this ETag" }),
    }),
    ...(facts.concurrency === "read" && {
      "if-none-match": etagList.optional().meta({ description: "Answers 304 when the resource still has this ETag" }),
    }),
  };
}

function impliedErrors(facts: Facts, hasPath: boolean, hasBody: boolean): ErrorCode[] {
  const isPublic = facts.who.kind === "public";
  const cases: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    // The service principal may call hardly anything, so that every route can refuse it.
    [!isPublic, ["unauthenticated", "forbidden", "postgres_unavailable"]],
    [facts.freshProof === true, ["fresh_proof_required"]],
    [facts.who.kind === "platformAdmin", ["admin_without_second_factor"]],
    [facts.group !== "health", ["rate_limited"]],
    // Browsers let any page open a WebSocket with the cookies of its address.
    [facts.method !== "get" || facts.webSocket === true, ["csrf_refused"]],
    [facts.webSocket === true, ["upgrade_required"]],
    [hasPath, ["not_found"]],
    [hasBody, ["malformed", "too_large", "unsupported_media_type"]],
    [facts.concurrency === "write", ["precondition_failed"]],
    [facts.idempotent === true, ["still_running"]],
    [true, ["internal"]],
  ];
  return cases.flatMap(([applies, codes]) => (applies ? codes : []));
}

function inOrder(codes: readonly ErrorCode[]): ErrorCode[] {
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.includes(code));
}
