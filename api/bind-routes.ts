import type { Operation } from "../contract/rest/operation.ts";
import type { Handler } from "./http/context.ts";
import type { Route } from "./http/request-state.ts";

/** Describes what a handler's file exports. */
export type RouteModule = Readonly<{
  handle: Handler;
  /** Says that the handler authenticates in its own statement: the hot reads. */
  authenticatesItself?: true;
}>;

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
    return { method, path, operation, handle: module.handle, authenticatesItself: module.authenticatesItself === true };
  });
}
