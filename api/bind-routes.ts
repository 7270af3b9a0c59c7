import type { AnyOperation } from "../contract/rest/all.ts";
import type { Operation } from "../contract/rest/operation.ts";
import type { Answer, Handler } from "./http/context.ts";
import type { Route } from "./http/request-state.ts";

type Exports<H> = Readonly<{
  handle: H;
  /** Says that the handler authenticates in its own statement: the hot reads. */
  authenticatesItself?: true;
}>;

/** What the file of a handler exports, whichever operation it answers. */
export type RouteModule = Exports<(context: never, request: never) => Promise<Answer> | Answer>;

/** For every operation the file of its own handler: one that is missing, left over or another's does not compile. */
export type HandlerTable = Readonly<{ [O in AnyOperation as O["operationId"]]: Exports<Handler<O>> }>;

/** Binds each operation to its handler; throws when one is missing or belongs to no operation. */
export function bindRoutes(
  operations: readonly Operation[],
  handlers: Readonly<Record<string, RouteModule>>,
): readonly Route[] {
  const names = new Set(operations.map(({ operationId }) => operationId));
  const missing = [...names].filter((name) => !Object.hasOwn(handlers, name));
  const leftOver = Object.keys(handlers).filter((name) => !names.has(name));
  if (missing.length > 0 || leftOver.length > 0)
    throw new Error(
      `Operations without a handler: ${missing.join(", ")}; handlers without one: ${leftOver.join(", ")}`,
    );
  return operations.flatMap((operation) => {
    const module = handlers[operation.operationId];
    if (module === undefined) return [];
    const { method, path } = operation;
    // The request was parsed by this operation's schemas before the handler sees it.
    const handle = module.handle as Handler;
    return { method, path, operation, handle, authenticatesItself: module.authenticatesItself === true };
  });
}
