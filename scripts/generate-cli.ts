import { cliEventKinds, cliFlags, cliLogin, cliMembers } from "./cli-tables.ts";
import { writeGenerated } from "./generated-file.ts";

/** Writes the generated part of the command line (cli/generated); with --check it fails when it is stale. */
writeGenerated("cli/generated/flags.ts", await cliFlags());
writeGenerated("cli/generated/deployment-members.ts", cliMembers());
writeGenerated("cli/generated/login.ts", cliLogin());
writeGenerated("cli/generated/event-kinds.ts", cliEventKinds());
// After the tables: the commands import them.
const { formatCommands } = await import("./cli-reference.ts");
writeGenerated("docs/reference/cli.md", await formatCommands());
