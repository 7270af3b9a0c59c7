import type { RequestHandler } from "express";

/** Makes one step of several that follow each other: between its own, Express looks for a path and for faults each time. */
export function inOrder(steps: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const continueAt = (index: number): void => {
      const step = steps[index];
      if (step === undefined) {
        next();
        return;
      }
      // Each has its own fence: behind one that waited for an event nobody else would catch what the next one throws.
      try {
        const done: unknown = step(request, response, (fault?: unknown) => {
          if (fault === undefined) continueAt(index + 1);
          else next(fault);
        });
        if (done instanceof Promise) done.catch(next);
      } catch (fault) {
        next(fault);
      }
    };
    continueAt(0);
  };
}
