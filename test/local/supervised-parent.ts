/* Stands for a supervisor that a test kills: starts two children, prints their numbers, stays. */
import { Supervisor } from "../../local/processes/supervisor.ts";

const [dir = ""] = process.argv.slice(2);
const supervisor = new Supervisor({ dir, env: { PATH: "/usr/bin:/bin" }, report: () => undefined });
await supervisor.open();
const ready = (): Promise<boolean> => Promise.resolve(true);
// The second one ignores polite requests and has a child of its own.
await supervisor.start({ name: "plain", command: "sleep", args: ["600"], stopWave: 0, ready });
await supervisor.start({
  name: "stubborn",
  command: "sh",
  args: ["-c", "trap '' TERM; sleep 600 & echo $! > \"$0\"; wait; wait", `${dir}/grandchild`],
  stopWave: 0,
  cgroups: [`${dir}/taken`, `${dir}/left`],
  ready,
});
process.stdout.write(`${JSON.stringify(supervisor.pids())}\n`);
setInterval(() => undefined, 1000);
