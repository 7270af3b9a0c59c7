import { isBerthError } from "../../client/berth-error.ts";

/** Wraps what a form asks of the interface. */
export type Around = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes what notices that somebody else was quicker: it looks at what is there now before the refusal is told, so that the person goes on from there. */
export function noticeOvertaken(look: () => Promise<void> | void): Around {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (isBerthError(error) && error.code === "precondition_failed") await look();
      throw error;
    }
  };
}
