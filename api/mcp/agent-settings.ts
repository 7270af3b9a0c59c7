import { z } from "zod";

/** Lists the settings of the door for agents. */
export const agentSettings = {
  BERTH_MCP: z
    .enum(["true", "false"])
    .default("true")
    .meta({ description: "Whether agents are served at /mcp; only where BERTH_PUBLIC_URL is set" }),
};

/** Whether agents are served. */
export type AgentConfig = Readonly<{ isServed: boolean }>;

/** Makes what the settings say of agents. */
export function toAgentConfig(given: z.infer<z.ZodObject<typeof agentSettings>>): AgentConfig {
  return { isServed: given.BERTH_MCP === "true" };
}
