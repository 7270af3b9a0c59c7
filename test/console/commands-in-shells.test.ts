import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import { commandsOf } from "../../console/view/commands.ts";

const run = promisify(execFile);
const KEY = "berth_key of a person";
const ID = "0197c1f0-6265-7274-a868-2d636c690001";
const PLACE = { origin: "https://berth.example", namespace: "org-acme" };
/** What a shell would act on, and what a terminal would not show. */
const HOSTILE = [
  "it's",
  "'; touch made; '",
  "$(touch made)",
  "`touch made`",
  '"; touch made; "',
  "${HOME} $HOME",
  "a\nb\n",
  "\r\ttouch made\\",
  "* ? [a] ~ !! #",
  "& touch made | > made",
  "-x --data @/etc/passwd",
  "\u202egnp.exe\u2066\u200b\u001b[2J\u009b\u007f",
  "ä 漢 🚢",
  "",
] as const;

/** Prints what it was called as and given; a name that is asked for is a resource's. */
const PRINTER = [
  "#!/bin/sh",
  'case "$*" in *"--output name") echo bdep/shop; exit;; esac',
  String.raw`printf '%s\0' "$0" "$@"`,
  String.raw`printf '\001\0'`,
].join("\n");

/** Commands as people paste them, run by real shells with programs in their place that print what they were given. */
describe("A command that was copied", function () {
  this.timeout(300_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "berth-commands-"));
    await mkdir(join(folder, "bin"));
    await mkdir(join(folder, "here"));
    for (const name of ["curl", "berth", "kubectl"]) {
      await writeFile(join(folder, "bin", name), PRINTER);
      await chmod(join(folder, "bin", name), 0o755);
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const given = async (shell: string, texts: readonly string[]): Promise<string[][]> => {
    const env = { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: "/home-of-theirs", BERTH_API_KEY: KEY };
    // A file: more than that fits no argument.
    const script = join(folder, "pasted");
    await writeFile(script, texts.join("\n"));
    const { stdout } = await run(shell, [script], {
      env,
      cwd: join(folder, "here"),
      maxBuffer: 64 * 1_048_576,
    });
    return stdout.split("\u0001\0").map((one) => {
      const [program = "", ...rest] = one.split("\0").slice(0, -1);
      return [basename(program), ...rest];
    });
  };
  const made = (): Promise<string[]> => readdir(join(folder, "here"));

  for (const shell of ["sh", "bash"])
    it(`gives programs to the letter what was entered, by ${shell}`, async () => {
      const value = fc.oneof(
        fc.array(fc.constantFrom(...HOSTILE), { maxLength: 3 }).map((parts) => parts.join("")),
        fc.string({ unit: "grapheme", maxLength: 20 }),
      );
      const bodies = fc.sample(
        fc.record({
          name: value,
          environment_variables: fc.array(fc.record({ name: value, value }), { maxLength: 2 }),
        }),
        { numRuns: 120, seed: 20 },
      );
      const ids = HOSTILE.filter((one) => one !== "");
      const asked = bodies.map((body, index) => ({
        body,
        id: index % 3 === 0 ? (ids[index % ids.length] ?? ID) : ID,
        header: { "If-Match": index % 2 === 0 ? `"${HOSTILE[index % HOSTILE.length] ?? ""}"` : '"7"' },
      }));
      const commands = asked.map(({ body, id, header }) =>
        commandsOf({ id: "updateDeployment", input: { path: { deployment_id: id }, header, body } }, PLACE),
      );
      const printed = await given(
        shell,
        commands.flatMap((all) => all.map(({ text }) => text)),
      );
      expect(await made()).to.deep.equal([]);
      for (const [index, { body, id, header }] of asked.entries()) {
        const [curl = [], berth = [], kubectl = []] = printed.slice(index * 3, index * 3 + 3);
        const path = `/deployments/${encodeURIComponent(id)}`;
        const data = curl.at(-1) ?? "";
        expect(curl.slice(0, -1).join("\0")).to.equal(
          [
            "curl",
            "--fail-with-body",
            "--request",
            "PATCH",
            `${PLACE.origin}/api/v1${path}`,
            "--header",
            `Authorization: Bearer ${KEY}`,
            "--header",
            `If-Match: ${header["If-Match"]}`,
            "--header",
            "Content-Type: application/json",
            "--data",
          ].join("\0"),
        );
        expect(JSON.parse(data)).to.deep.equal(body);
        expect(berth).to.deep.equal(["berth", "api", "PATCH", path, "--data", data]);
        const { name, environment_variables: environmentVariables } = body;
        expect(kubectl.slice(0, -1)).to.deep.equal([
          "kubectl",
          "patch",
          "--namespace",
          "org-acme",
          "bdep/shop",
          "--type",
          "merge",
          "--patch",
        ]);
        expect(JSON.parse(kubectl.at(-1) ?? "")).to.deep.equal({ spec: { name, environmentVariables } });
      }
    });

  it("shows what it has: nothing in it is unseen, or turns round what stands beside it", () => {
    for (const value of HOSTILE)
      for (const { text } of commandsOf({ id: "createSecret", input: { body: { name: value } } }, PLACE))
        expect(text.replaceAll(" \\\n  ", " ")).not.to.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  it("would be seen if it were not quoted", async () => {
    const [printed] = await given("sh", ['curl --data "$(touch made)"', "curl --data it\\'s"]);
    expect(printed).to.deep.equal(["curl", "--data", ""]);
    expect(await made()).to.deep.equal(["made"]);
  });
});
