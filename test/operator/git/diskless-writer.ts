/** Runs a Git writer in a process that may write no file: node --permission … diskless-writer.ts URL USER TOKEN COUNT */
import { SecretText } from "../../../contract/secret-text.ts";
import { writeFileSync } from "node:fs";
import { createLogger } from "../../../adapters/log/logger.ts";
import { createGitWriter } from "../../../operator/git/branch-writer.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import { deployment } from "./deployment-request.ts";

const [url = "", username = "", token = "", count = "0"] = process.argv.slice(2);

function tryToWrite(): string {
  try {
    writeFileSync("cache", "x");
    return "allowed";
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

const writer = createGitWriter({
  http: { url, credentials: () => ({ username, token: new SecretText(token) }) },
  branch: "main",
  identity: { name: "Berth", email: "berth@localhost" },
  mayPush: () => true,
  logger: createLogger("diskless", "error"),
  clock: systemClock,
});
await writer.start(new AbortController().signal);
for (let index = 0; index < Number(count); index += 1) {
  await writer.write(deployment(`app-${index}`, `version ${index}`));
  if (index === 2) console.log("three are written");
}
await writer.stop();
console.log(`writing a file: ${tryToWrite()}; written ${count}`);
