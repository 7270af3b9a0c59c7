import type { z } from "zod";

type Options<Status> = Readonly<{
  /** What of quiet members is worth a write all the same. */
  also: (status: Status) => readonly unknown[];
  /** Tells whether the object rests: then members that are quiet only while it moves count too. */
  rests?: (status: Status) => boolean;
}>;

/**
 * Makes what tells a status that is worth a write from the one before: it answers the part whose change is, and what else
 * moved is written along with it. That is every member of the schema, but for those that are marked as quiet.
 */
export function significanceOf<Status extends object>(
  { shape }: z.ZodObject,
  { also, rests = () => false }: Options<Status>,
): (status: Status | undefined) => string {
  const marks = Object.entries(shape).map(([name, member]): [string, unknown] => [name, quietOf(member as z.ZodType)]);
  const loud = marks.filter(([, quiet]) => quiet === undefined);
  const loudAtRest = marks.filter(([, quiet]) => quiet !== true);
  return (status) => {
    if (status === undefined) return "";
    const members = new Map(Object.entries(status));
    const names = rests(status) ? loudAtRest : loud;
    return JSON.stringify([names.map(([name]) => members.get(name) as unknown), also(status)]);
  };
}

function quietOf(member: z.ZodType): unknown {
  return member.meta()?.["quiet"];
}
