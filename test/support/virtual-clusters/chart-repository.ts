/*
 * The publisher's repository of vcluster's chart, under its own name: behind a proxy that leads this one host to a server of this
 * machine. What an installation without the internet has for its mirror, Argo CD is told of in the same way.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer as createProxy } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Authority } from "../../../local/nodes/authority.ts";
import { VCLUSTER_CHART } from "../../../render/cluster/virtual-cluster.ts";
import { findBinaries } from "../embedded-binaries.ts";
import { fetchChart } from "../fetch-chart.ts";
import { hangUp, listen } from "../listen.ts";

/** The repository, as it is reached from this machine. */
export type ChartRepository = Readonly<{
  url: string;
  host: string;
  proxy: string;
  /** Who has signed its certificate. */
  authority: string;
  /** Paths that were asked for. */
  asked: readonly string[];
  close: () => Promise<void>;
}>;

const run = promisify(execFile);
const { name: NAME, version: VERSION, repository: REPOSITORY } = VCLUSTER_CHART;
const ARCHIVE = `${NAME}-${VERSION}.tgz`;

/** Starts the repository and the proxy on loopback. */
export async function startChartRepository(): Promise<ChartRepository> {
  const { hostname: host } = new URL(REPOSITORY);
  const dir = await mkdtemp(join(tmpdir(), "berth-vcluster-chart-"));
  try {
    const authority = await Authority.open(dir);
    const { certificate: cert, key } = await authority.issue({ commonName: host, names: [host] });
    const contents = new Map([
      ["/index.yaml", Buffer.from(renderIndex())],
      [`/${ARCHIVE}`, await packChart(dir)],
    ]);
    const asked: string[] = [];
    const repository = createServer({ cert, key }, (request, response) => {
      const path = request.url ?? "";
      asked.push(path);
      const found = contents.get(path);
      response.writeHead(found === undefined ? 404 : 200).end(found);
    });
    const port = await listen(repository);
    const proxy = createProxy((_request, response) => response.writeHead(403).end());
    proxy.on("connect", ({ url }, client) => {
      if (url !== `${host}:443`) {
        client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
        return;
      }
      const server = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
      server.on("error", () => client.destroy()).pipe(client);
      client.on("error", () => server.destroy()).pipe(server);
    });
    return {
      url: REPOSITORY,
      host,
      proxy: `http://127.0.0.1:${await listen(proxy)}`,
      authority: authority.certificate,
      asked,
      close: async () => {
        for (const server of [proxy, repository]) {
          await hangUp(server);
        }
      },
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function packChart(dir: string): Promise<Buffer> {
  const helm = await (await findBinaries(["helm"]))("helm");
  await run(helm, ["package", await fetchChart(), "--version", VERSION, "--destination", dir]);
  return readFile(join(dir, ARCHIVE));
}

function renderIndex(): string {
  const entry = { apiVersion: "v2", name: NAME, version: VERSION, urls: [`${REPOSITORY}/${ARCHIVE}`] };
  return JSON.stringify({ apiVersion: "v1", entries: { [NAME]: [entry] } });
}
