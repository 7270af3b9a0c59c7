import type { OperationId } from "../../client/operation-types.ts";

/** Something that can be done to a resource: its name in addresses and for people, and the operation that decides on who may. */
export type OfferedAction = Readonly<{
  id: string;
  name: string;
  operation: OperationId;
  /** What it does, in a sentence. */
  sentence: string;
  /** The page below the resource's own where it is done; in a dialog of the resource's page when unset. */
  page?: string;
  isDangerous?: boolean;
}>;
