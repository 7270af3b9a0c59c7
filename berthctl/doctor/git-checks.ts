import { HttpClient, type HttpOptions } from "../../operator/git/http-client.ts";
import { readFeatures, readHead } from "../../operator/git/remote-refs.ts";
import { ok, warning, type Check } from "./check.ts";

/** Looks at the delivery repository: its branch, and whether our token may push. */
export function gitChecks(options: HttpOptions, branch: string): readonly Check[] {
  const http = new HttpClient(options);
  return [
    {
      area: "Git",
      name: "branch",
      remedy: "check BERTH_GIT_URL, BERTH_GIT_USER and BERTH_GIT_TOKEN",
      look: async (signal) => {
        const head = await readHead(http, branch, signal);
        if (head === undefined)
          return warning(`${branch} does not exist yet`, "the operator makes it with its first commit");
        return ok(`${branch} at ${head.slice(0, 10)}`);
      },
    },
    {
      area: "Git",
      name: "push",
      remedy: "give the token of BERTH_GIT_USER the right to push to the repository",
      look: async (signal) => {
        await readFeatures(http, signal);
        return ok("allowed");
      },
    },
  ];
}
