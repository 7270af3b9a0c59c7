import { z } from "zod";

/** Members that several tools take. */
export const recordId = z.uuid();
export const cursor = z.string().min(1).max(400).optional().describe("next_cursor of the page before");
export const planToken = z
  .string()
  .max(64)
  .optional()
  .describe("Token of the plan that this tool answered before; only after the person has agreed to that plan");

/** Says whether there is another page. */
export function pageSentence(next: unknown): string[] {
  return typeof next === "string" && /^[A-Za-z0-9_-]{1,400}$/.test(next) ? [`There is more: cursor ${next}`] : [];
}
