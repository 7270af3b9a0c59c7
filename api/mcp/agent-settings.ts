import { z } from "zod";

/** Lists the settings of the door for agents. */
export const agentSettings = {
  BERTH_MCP: z
    .enum(["true", "false"])
    .default("true")
    .meta({ description: "Whether agents are served at /mcp; only where BERTH_PUBLIC_URL is set" }),
  BERTH_MCP_REGISTRATION: z.enum(["open", "admin"]).default("open").meta({
    description:
      "Whether agents' applications register themselves; admin: only those that platform admins register connect",
  }),
};

/** Whether agents are served, and whether their applications register themselves. */
export type AgentConfig = Readonly<{ isServed: boolean; registersItself: boolean }>;

/** Makes what the settings say of agents. */
export function toAgentConfig(given: z.infer<z.ZodObject<typeof agentSettings>>): AgentConfig {
  const isServed = given.BERTH_MCP === "true";
  return { isServed, registersItself: isServed && given.BERTH_MCP_REGISTRATION === "open" };
}
