import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { AppsAccess } from "../../local/parts/cloud.ts";

/** A page of an application. */
export type Page = Readonly<{ status: number; text: string }>;

/** Makes what asks the addresses of applications as `curl --cacert … --connect-to …` does, each time on a connection of its own. */
export async function createAppFetch({
  address: host,
  port,
  ca_file,
}: AppsAccess): Promise<(url: string) => Promise<Page>> {
  const ca = await readFile(ca_file, "utf8");
  return (url) =>
    new Promise((resolve, reject) => {
      const { hostname, pathname: path } = new URL(url);
      const headers = { host: hostname };
      const sent = request(
        { host, port, path, servername: hostname, headers, ca, agent: false, timeout: 10_000 },
        (answer) => {
          text(answer).then((page) => resolve({ status: answer.statusCode ?? 0, text: page }), reject);
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("no answer within 10 s")));
      sent.on("error", reject);
      sent.end();
    });
}
