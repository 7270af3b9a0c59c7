import { parse, parseAllDocuments } from "yaml";
import { messageOf } from "../../adapters/log/thrown.ts";
import { loadConfig as loadGateway } from "../../api/config.ts";
import { parseRequest } from "../../api/http/parse-request.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { blocksOf, type Block, type Document } from "./documents.ts";

/**
 * What becomes of each fenced block of a guide. The comment right above a block decides, else what it is fenced as:
 *
 * | Block | Becomes |
 * |---|---|
 * | `sh` | run, in one shell with the guide's others, in order |
 * | `sh`, `<!-- not run: why -->` | left out; a test lists these |
 * | `sh`, `<!-- install: step -->` | run by test/install/release.test.ts |
 * | any, `<!-- output -->` | compared with what the block before printed; `…` stands for anything |
 * | any, `<!-- file: name -->` | written to the working folder; a later block must name it |
 * | `yaml`, `<!-- pipeline: github -->` or `gitlab` | its shell steps are run |
 * | `yaml` | tried on the API server without storing it; `# refused: sentence` in the first line must come true |
 * | `json`, `<!-- setting: NAME -->`, and `env` | read as settings of the gateway |
 * | `http` | held against the operation, as the gateway would |
 * | any, `<!-- tool settings: k9s views -->` | nothing to run; held to the definitions by test/docs/k9s.test.ts |
 * | any, `<!-- states: kind -->` | nothing to run; generated, and held to the machine by `make check` |
 * | `mermaid`, `text` | nothing to run; a text that looks like commands is a fault |
 */
export type Step =
  | Readonly<{ kind: "run"; block: Block; expected: string | undefined }>
  | Readonly<{ kind: "file"; block: Block; name: string }>
  | Readonly<{ kind: "object"; block: Block; refused: string | undefined }>
  | Readonly<{ kind: "pipeline"; block: Block; scripts: readonly Script[] }>
  | Readonly<{ kind: "left out"; block: Block; why: string }>
  | Readonly<{ kind: "installed"; block: Block; step: string }>;

/** One shell step of a pipeline, with the variables that it is given; `$NAME` among those is one of the scene's. */
export type Script = Readonly<{ text: string; env: Readonly<Record<string, string>> }>;

/** What a guide comes to: its steps, and what is wrong with it. */
export type Plan = Readonly<{ document: string; steps: readonly Step[]; faults: readonly string[] }>;

type Verdict = Step | string | undefined;

/** Reads a guide; each fault names file and line. */
export function planOf(document: Document): Plan {
  const blocks = blocksOf(document);
  const verdicts = blocks.map((block, index) => verdictOf(block, blocks[index - 1], blocks.slice(index + 1)));
  return {
    document: document.path,
    steps: verdicts.filter((verdict): verdict is Step => typeof verdict === "object"),
    faults: verdicts.flatMap((verdict, index) =>
      typeof verdict === "string" ? [`${document.path}:${blocks[index]?.line}: ${verdict}`] : [],
    ),
  };
}

function verdictOf(block: Block, before: Block | undefined, after: readonly Block[]): Verdict {
  if (block.mark !== undefined) return verdictOfMark(block, before, after);
  const judge = LANGUAGES[block.language];
  if (judge === undefined) return `"${block.language}" is no fence that is run or checked; commands are fenced as sh`;
  return judge(block, after[0]);
}

const LANGUAGES: Readonly<Record<string, (block: Block, next: Block | undefined) => Verdict>> = {
  sh: runOrFault,
  yaml: objectOrFault,
  env: (block) => settingsFault(readEnv(block.text)),
  http: (block) => requestFault(block.text),
  mermaid: () => undefined,
  text: ({ text }) => (COMMAND.test(text) ? "it looks like commands: fence it as sh" : undefined),
};
const COMMAND = /^\s*\$? ?(kubectl|curl|helm|berth|berthctl|make|git|docker|argocd|psql|node|npm|export) /m;

function runOrFault(block: Block, next: Block | undefined): Verdict {
  if (commandsOf(block.text).length === 0) return "there is no command in it";
  if (/\|\| *(true|:)(\s|$)/m.test(block.text)) return "a command whose failure is hidden proves nothing";
  const shown = next?.mark?.name === "output" ? next.text : undefined;
  return { kind: "run", block, expected: shown };
}

function objectOrFault(block: Block): Verdict {
  const wrong = parseAllDocuments(block.text).flatMap(({ errors }) => errors);
  if (wrong.length > 0) return `it is no YAML: ${wrong[0]?.message}`;
  return { kind: "object", block, refused: /^# refused: (.*)$/m.exec(block.text)?.[1] };
}

type Marked = (block: Block, before: Block | undefined, after: readonly Block[]) => Verdict;

const MARKS: Readonly<Record<string, Marked>> = {
  "tool settings": () => undefined,
  states: () => undefined,
  "not run": (block) => {
    const why = block.mark?.value ?? "";
    return why.length < 15 ? "a block that is not run needs a reason" : { kind: "left out", block, why };
  },
  install: (block) => ({ kind: "installed", block, step: block.mark?.value ?? "" }),
  output: (_block, before) =>
    before?.language === "sh" && before.mark === undefined ? undefined : "output follows a block that is run",
  file: (block, _before, after) => {
    const name = block.mark?.value ?? "";
    const isUsed = after.some((later) => later.text.includes(name));
    return isUsed ? { kind: "file", block, name } : `nothing uses the file "${name}"`;
  },
  pipeline: (block) => {
    const scripts = scriptsOf(block.mark?.value ?? "", block.text);
    return scripts.length === 0 ? "the pipeline has no shell step" : { kind: "pipeline", block, scripts };
  },
  setting: ({ mark, text }) => settingsFault({ [mark?.value ?? ""]: JSON.stringify(JSON.parse(text)) }),
};

function verdictOfMark(block: Block, before: Block | undefined, after: readonly Block[]): Verdict {
  const judge = MARKS[block.mark?.name ?? ""];
  return judge === undefined ? `nobody knows the mark "${block.mark?.name}"` : judge(block, before, after);
}

/** Counts a command where a line begins one: comments, continued lines and texts between two words (heredocs) do not. */
export function commandsOf(text: string): string[] {
  return text
    .replaceAll(/\\\n\s*/g, " ")
    .replaceAll(/<<-?'?(\w+)'?(.*)\n[\s\S]*?^\s*\1$/gm, "$2")
    .replaceAll(/'[^']*'/g, (quoted) => quoted.replaceAll("\n", " "))
    .split("\n")
    .filter((line) => /^\s*[^\s#]/.test(line));
}

function readEnv(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]));
}

/** What any gateway needs, so that only what the guide shows can be wrong. */
const BASE = { BERTH_POSTGRES_URL: "postgres://localhost/berth", BERTH_PUBLIC_URL: "https://berth.example.org" };

function settingsFault(settings: Readonly<Record<string, string>>): string | undefined {
  const files = Object.keys(settings).filter((name) => name.endsWith("_FILE"));
  const given = Object.entries(settings).map(([name, value]): [string, string] =>
    files.includes(name) ? [name.slice(0, -"_FILE".length), "x"] : [name, value],
  );
  return faultOf(() => loadGateway({ ...BASE, ...Object.fromEntries(given) }));
}

/** A request as HTTP writes it: the first line, then the JSON body. */
function requestFault(text: string): string | undefined {
  const [line = "", ...rest] = text.trim().split("\n");
  const [method = "", target = ""] = line.split(" ");
  const [path = "", search = ""] = target.split("?");
  const operation = OPERATIONS.find((one) => one.method === method.toLowerCase() && patternOf(one.path).test(path));
  if (operation === undefined) return `there is no operation ${line}`;
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const values = patternOf(operation.path).exec(path)?.slice(1) ?? [];
  const raw = {
    path: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])),
    search,
    headers: {},
    body: rest.length === 0 ? undefined : (JSON.parse(rest.join("\n")) as unknown),
  };
  return faultOf(() => parseRequest(operation, raw));
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "([^/]+)")}$`);

function faultOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

type Texts = Readonly<Record<string, string>>;
type GithubStep = Readonly<{ run?: string; env?: Texts }>;
type Github = Readonly<{
  env?: Texts;
  jobs: Readonly<Record<string, Readonly<{ env?: Texts; steps: readonly GithubStep[] }>>>;
}>;
type Gitlab = Readonly<Record<string, Readonly<{ script?: readonly string[] }>>> & Readonly<{ variables?: Texts }>;

/** Reads the shell steps of a pipeline; what the platform of the pipeline would fill in becomes a variable of the scene. */
function scriptsOf(platform: string, text: string): Script[] {
  if (platform === "github") return githubScripts(parse(text) as Github);
  if (platform === "gitlab") return gitlabScripts(parse(text) as Gitlab);
  return [];
}

function githubScripts({ env: everywhere, jobs }: Github): Script[] {
  const filled = (text: string): string => text.replaceAll(/\$\{\{ *(?:secrets|vars)\.(\w+) *\}\}/g, "$$$1");
  const named = (text: string): string =>
    filled(text).replaceAll(
      /\$\{\{ *github\.([a-z_.]+) *\}\}/g,
      (_whole, name: string) => `$GITHUB_${name.replaceAll(".", "_").toUpperCase()}`,
    );
  return Object.values(jobs).flatMap(({ env, steps }) =>
    steps
      .filter(({ run }) => run !== undefined)
      .map((step) => ({
        text: named(step.run ?? ""),
        env: Object.fromEntries(
          Object.entries({ ...everywhere, ...env, ...step.env }).map(([name, value]) => [name, named(value)]),
        ),
      })),
  );
}

function gitlabScripts({ variables, ...jobs }: Gitlab): Script[] {
  return Object.values(jobs)
    .filter(({ script }) => script !== undefined)
    .map(({ script = [] }) => ({ text: script.join("\n"), env: variables ?? {} }));
}
