/* A simulated cloud with real nodes in a process of its own, which a test may kill: prints how to reach it, stays. */
import { startStack } from "../../local/stack.ts";

const [homeDir = ""] = process.argv.slice(2);
const stack = await startStack({ homeDir, only: ["cloud"], nodes: "real", restartPauseMsMax: 1_000 });
process.on("SIGTERM", () => void stack.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify(stack.cloud)}\n`);
setInterval(() => undefined, 1_000);
