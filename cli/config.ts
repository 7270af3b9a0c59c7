import { homedir } from "node:os";
import { join } from "node:path";

/** What `berth` reads of its surroundings. */
export type Surroundings = Readonly<{
  url: string | undefined;
  key: string | undefined;
  context: string | undefined;
  configPath: string;
  wantsColours: boolean;
  browser: string | undefined;
}>;

/** Reads the environment. */
export function readSurroundings(env: NodeJS.ProcessEnv = process.env): Surroundings {
  const given = (name: string): string | undefined => (env[name] === "" ? undefined : env[name]);
  const folder = given("XDG_CONFIG_HOME") ?? join(given("HOME") ?? homedir(), ".config");
  return {
    url: given("BERTH_URL"),
    key: given("BERTH_API_KEY"),
    context: given("BERTH_CONTEXT"),
    configPath: given("BERTH_CONFIG") ?? join(folder, "berth", "contexts.json"),
    // https://no-color.org: whatever it says, its presence is the wish.
    wantsColours: given("NO_COLOR") === undefined && env["TERM"] !== "dumb",
    browser: given("BROWSER"),
  };
}
