import { z } from "zod";
import { wholeNumber } from "../whole-number.ts";

/** Lists the settings of the door for agents. */
export const agentSettings = {
  BERTH_MCP: z
    .enum(["true", "false"])
    .default("true")
    .meta({ description: "Whether agents are served at /mcp; only where BERTH_PUBLIC_URL is set" }),
  BERTH_AGENT_REGISTRATIONS_PER_HOUR: wholeNumber(20, 0, 1_000_000).meta({
    description:
      "Applications of agents that may register themselves, or be read from their document, per hour and address; with 0 platform admins register them",
  }),
};

/** Whether agents are served, and how many of their applications may register themselves. */
export type AgentConfig = Readonly<{ isServed: boolean; registrationsPerHour: number }>;

/** Makes what the settings say of agents. */
export function toAgentConfig(given: z.infer<z.ZodObject<typeof agentSettings>>): AgentConfig {
  const isServed = given.BERTH_MCP === "true";
  return { isServed, registrationsPerHour: isServed ? given.BERTH_AGENT_REGISTRATIONS_PER_HOUR : 0 };
}
