import type { Arguments, CallOptions, Input, OperationId } from "../../client/operation-types.ts";

/** What is of whatever it names, or of all organizations where none is said: these may leave it out. */
type Unowned = "createApiKey" | "createDatabase" | "createDeployment";

type Member<T, Name extends string> = T extends { readonly [Key in Name]?: infer Value } ? NonNullable<Value> : never;
/** That a part of an input has it, where it can: it may be undefined, and must stand there. */
type Said<Part, Name extends "query" | "body"> = [Part] extends [never]
  ? unknown
  : "organization_id" extends keyof Part
    ? Readonly<Record<Name, Readonly<{ organization_id: unknown }>>>
    : unknown;

/** An operation's input that says of which organization it is: left out it would be the session's, which all tabs of a browser share. */
export type OwnedInput<Id extends OperationId> = Id extends Unowned
  ? Input<Id>
  : Input<Id> & Said<Member<Input<Id>, "query">, "query"> & Said<Member<Input<Id>, "body">, "body">;

/** The arguments of a call so. */
export type OwnedArguments<Id extends OperationId> =
  OwnedInput<Id> extends Input<Id>
    ? Input<Id> extends OwnedInput<Id>
      ? Arguments<Id>
      : [input: OwnedInput<Id>, options?: CallOptions]
    : never;
