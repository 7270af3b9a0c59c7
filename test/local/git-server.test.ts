import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-ports.ts";

const SERVER = join(import.meta.dirname, "../../local/git/server.ts");

describe("the Git server of the embedded stack", function () {
  this.timeout(900_000);
  let folder: string;
  let child: ChildProcess;
  let port: number;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "berth-git-"));
    await writeFile(join(folder, "token"), "s3cret");
    port = await freePort();
    const options = ["--root", folder, "--port", String(port), "--token-file", join(folder, "token")];
    child = spawn(process.execPath, [SERVER, ...options, "--path", process.env["PATH"] ?? ""], { stdio: "ignore" });
    await eventually(async () => expect(await statusOf("/healthz")).to.equal(200));
  });
  after(async () => {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true });
  });

  const statusOf = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const authorization = `Basic ${Buffer.from("berth:s3cret").toString("base64")}`;
      const asked = request({ port, host: "127.0.0.1", path, headers: { authorization } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.on("error", reject);
      asked.end();
    });

  for (const path of ["//", "/%zz", "/%00"])
    it(`lives on after a request for ${path}`, async () => {
      expect(await statusOf(path)).to.be.within(400, 599);
      expect(await statusOf("/healthz")).to.equal(200);
      expect(child.exitCode).to.equal(null);
    });
});
