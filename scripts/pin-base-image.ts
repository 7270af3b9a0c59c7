/**
 * Pins the image that both Dockerfiles are built from to the content that its tag has now. Run it where a registry can
 * be reached, when Node's version moves and before a release; with --check it says whether that was done (docs/adr/0056).
 */
import { fileURLToPath } from "node:url";
import { messageOf } from "../adapters/log/thrown.ts";
import { askByDocker, assertPinned, pinBaseImage } from "./base-image.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

try {
  if (process.argv.includes("--check")) await assertPinned(ROOT, askByDocker);
  else console.log(`Pinned to ${await pinBaseImage(ROOT, askByDocker)}`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
