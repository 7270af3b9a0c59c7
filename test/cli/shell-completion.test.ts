import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { atTerminal, hasTerminal } from "../support/terminal.ts";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "../../cli/main.ts");
const BERTH = `'${process.execPath}' '${MAIN}'`;
const READY = "ready> ";
/** Says what was run, once a key has completed it, and ends the shell. */
const ZSH = `berth() { if [[ $1 == (__complete|completion) ]]; then ${BERTH} "$@"; else print -r -- "ran: $*."; exit; fi }
autoload -Uz compinit && compinit -u -D
PS1='${READY}'
eval "$(berth completion zsh)"
`;

function isInstalled(shell: string): Promise<boolean> {
  return run(shell, ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Bash is tried in commands.test.ts; these run where the shell is on the machine. */
describe("completion in the shells themselves", function () {
  this.timeout(300_000);
  let home: string;

  before(() => {
    home = mkdtempSync(join(tmpdir(), "berth-shell-"));
    writeFileSync(join(home, ".zshrc"), ZSH);
    writeFileSync(join(home, "notes.yaml"), "");
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it("zsh: the tab key completes commands, and files where Berth knows no name", async function () {
    if (!(await isInstalled("zsh")) || !(await hasTerminal())) return this.skip();
    const env = { HOME: home, ZDOTDIR: home };
    for (const [typed, ran] of [
      ["berth dep\t x\n", "ran: deploy x."],
      ["berth deploy x -f no\t\n", "ran: deploy x -f notes.yaml."],
    ] as const) {
      const lines = [`cd '${home}'`, "zsh -d -i"];
      const { screen } = await atTerminal(lines, env, { question: READY, answer: typed });
      expect(screen.replaceAll(/ +\./g, "."), typed).to.include(ran);
    }
  });

  it("fish: commands, values of options, and files where Berth knows no name", async function () {
    if (!(await isInstalled("fish"))) return this.skip();
    const complete = async (line: string): Promise<string[]> => {
      const script = `function berth; ${BERTH} $argv; end; berth completion fish | source; complete -C '${line}'`;
      const { stdout } = await run("fish", ["--no-config", "-c", script], {
        cwd: home,
        env: { ...process.env, HOME: home },
      });
      return stdout.split("\n").filter((one) => one !== "");
    };
    expect(await complete("berth dep")).to.deep.equal(["deploy"]);
    expect(await complete("berth deploy --clu")).to.have.members(["--cluster", "--cluster-wide-rights"]);
    expect(await complete("berth completion ")).to.have.members(["bash", "zsh", "fish"]);
    expect(await complete("berth deploy x -f no")).to.deep.equal(["notes.yaml"]);
  });
});
