import { z } from "zod";
import { wholeNumber } from "../../contract/whole-number.ts";

/** As browsers write the Origin of a page: nothing else would ever be found in the list. */
const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

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
  BERTH_AGENT_ORIGINS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    )
    .pipe(z.array(z.string().refine(isOrigin, "must be an origin, as https://agent.example.com")).max(50))
    .meta({
      description:
        "Origins (https://agent.example.com) of agents that are web pages, comma separated: their pages may call /mcp and the token and registration endpoints",
    }),
};

/** Whether agents are served, how many of their applications may register themselves, and which pages may be one. */
export type AgentConfig = Readonly<{ isServed: boolean; registrationsPerHour: number; origins: ReadonlySet<string> }>;

/** Makes what the settings say of agents. */
export function toAgentConfig(given: z.infer<z.ZodObject<typeof agentSettings>>): AgentConfig {
  const isServed = given.BERTH_MCP === "true";
  return {
    isServed,
    registrationsPerHour: isServed ? given.BERTH_AGENT_REGISTRATIONS_PER_HOUR : 0,
    origins: new Set(isServed ? given.BERTH_AGENT_ORIGINS : []),
  };
}
