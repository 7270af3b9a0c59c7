import type { OPERATIONS } from "./generated/operations.ts";
import type { operations } from "./generated/paths.ts";

/** The name of an operation, as in the reference. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

type BodyOf<Request> = [Exclude<Request, undefined>] extends [never]
  ? unknown
  : Exclude<Request, undefined> extends { content: infer Content }
    ? undefined extends Request
      ? Readonly<{ body?: Content[keyof Content] }>
      : Readonly<{ body: Content[keyof Content] }>
    : unknown;

/** What an operation is called with: `path`, `query` and `header` parameters by their names, and `body`. */
export type Input<Id extends OperationId> = Readonly<Omit<operations[Id]["parameters"], "cookie">> &
  BodyOf<operations[Id]["requestBody"]>;

type Success<Responses> = Responses extends { 200: infer Answer }
  ? Answer
  : Responses extends { 201: infer Answer }
    ? Answer
    : never;

/** What an operation answers when it is not refused: parsed JSON, or text. */
export type Output<Id extends OperationId> =
  Success<operations[Id]["responses"]> extends { content: infer Content }
    ? Content extends { "application/json": infer Json }
      ? Json
      : Content[keyof Content]
    : undefined;

/** The name of an operation that answers in pages. */
export type ListId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { items: string } ? Id : never;
}[OperationId];

/** One item of a list. */
export type Item<Id extends ListId> = (typeof OPERATIONS)[Id] extends { items: infer Member }
  ? Member extends keyof Output<Id>
    ? Output<Id>[Member] extends readonly (infer One)[]
      ? One
      : never
    : never
  : never;

/** What every call may be given beside its input. */
export type CallOptions = Readonly<{ signal?: AbortSignal }>;

type IsOptional<T> = Partial<T> extends T ? true : false;

/** The arguments of a call: the input may be left out where nothing in it is required. */
export type Arguments<Id extends OperationId> =
  IsOptional<Input<Id>> extends true
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];
