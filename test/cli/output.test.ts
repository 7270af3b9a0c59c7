import { expect } from "chai";
import { parse } from "yaml";
import { cleanLine, cleanText } from "../../cli/output/clean-text.ts";
import { explainInvalid } from "../../cli/output/explain-invalid.ts";
import { EXIT, explainFault, FailedChange, LateChange, UsageError } from "../../cli/output/explain-fault.ts";
import { formatJson, formatYaml } from "../../cli/output/format-data.ts";
import { formatFields, formatTable } from "../../cli/output/format-table.ts";
import { Output } from "../../cli/output/output.ts";
import { json, scriptedGateway } from "../client/scripted-gateway.ts";

/** What a terminal obeys: retitle, clear, an 8-bit sequence, a bell, a return, a turned direction, invisible signs, a tag. */
const HOSTILE = "a\u001b]0;owned\u0007\u001b[2Jb\u009b31mc\rd\u202ee\u2066f\u200bg\u007fh\u2028i\u{e0041}j";
// eslint-disable-next-line no-control-regex -- These are what must not be there.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2066]|\u{e0041}/u;

/** Collects what an output writes. */
function collector(options: Partial<ConstructorParameters<typeof Output>[0]> = {}) {
  const text = { stdout: "", stderr: "" };
  const output = new Output({
    stdout: { write: (more: string) => (text.stdout += more) },
    stderr: { write: (more: string) => (text.stderr += more), ...options.stderr },
    format: "table",
    colours: false,
    ...(options.format && { format: options.format }),
    ...(options.colours && { colours: true }),
  });
  return { output, text };
}

const VIEW = {
  columns: [
    { title: "NAME", of: ({ name }: { name: string }) => name },
    { title: "STATUS", of: () => "running" },
  ],
  nameOf: ({ name }: { name: string }) => name,
  none: "Nothing there.",
};

describe("output of the command line", () => {
  it("shows what a terminal would obey as its number, and lets texts be", () => {
    expect(cleanText(HOSTILE)).not.to.match(OBEYED);
    expect(cleanText("\u001b[31m")).to.equal("\\u001b[31m");
    expect(cleanText("Grüße\tan 港\r\n✓ 🚢")).to.equal("Grüße\tan 港\n✓ 🚢");
    expect(cleanLine("one\n\ttwo")).to.equal("one two");
    expect(OBEYED.test(HOSTILE), "known bad").to.equal(true);
  });

  it("gives programs the same value in signs that a terminal does not obey", async () => {
    const value = { [HOSTILE]: [HOSTILE, "plain", 7, null] };
    expect(formatJson(value)).not.to.match(OBEYED);
    expect(JSON.parse(formatJson(value))).to.deep.equal(value);
    const yaml = await formatYaml(value);
    expect(yaml).not.to.match(OBEYED);
    expect(parse(yaml)).to.deep.equal(value);
    expect(await formatYaml({ name: "shop" })).to.equal("name: shop");
  });

  it("tells news once, and again when others came between", () => {
    const { output, text } = collector();
    for (const news of ["one", "one", "two", "one"]) output.news(news);
    expect(text.stderr).to.equal("one\ntwo\none\n");
  });

  it("writes nothing raw, whichever way it is told", async () => {
    for (const format of ["table", "json", "yaml", "name"] as const) {
      const { output, text } = collector({ format, stderr: { write: () => undefined, isTTY: true } });
      const watched = collector({ format });
      for (const one of [output, watched.output]) {
        await one.list([{ name: HOSTILE }], VIEW);
        await one.item({ name: HOSTILE }, { fields: ({ name }) => [["name", name]], nameOf: ({ name }) => name });
        await one.result({ name: HOSTILE }, { sentence: HOSTILE, name: HOSTILE });
        one.row({ text: HOSTILE }, HOSTILE);
        one.text(HOSTILE);
        one.note(HOSTILE);
        one.aside(HOSTILE);
      }
      expect(text.stdout, format).not.to.match(OBEYED);
      expect(watched.text.stdout + watched.text.stderr, format).not.to.match(OBEYED);
    }
  });

  it("aligns tables, and shows what is not there as a dash", () => {
    const columns = [
      { title: "NAME", of: ({ name }: { name: string | null }) => name },
      { title: "NODES", of: () => 3 },
    ];
    const table = formatTable([{ name: "harbour" }, { name: null }], columns);
    expect(table.split("\n")).to.deep.equal(["NAME     NODES", "harbour  3", "-        3"]);
    expect(formatFields([["name", "shop"], ["is up", true]])).to.equal("name   shop\nis up  yes"); // prettier-ignore
  });

  it("keeps answers apart from notes, names for scripts, and says when a list is empty", async () => {
    const { output, text } = collector();
    await output.list([], VIEW);
    expect([text.stdout, text.stderr]).to.deep.equal(["", "Nothing there.\n"]);
    const names = collector({ format: "name" });
    await names.output.list([{ name: "a" }, { name: "b" }], VIEW);
    expect(names.text.stdout).to.equal("a\nb\n");
    const none = collector({ format: "json" });
    await none.output.list([], VIEW);
    expect(none.text.stdout).to.equal("[]\n");
  });

  it("colours only where colours are wanted", async () => {
    const { output, text } = collector();
    await output.list([{ name: "a" }], VIEW);
    expect(text.stdout).not.to.include("\u001b");
    const coloured = collector({ colours: true });
    await coloured.output.list([{ name: "a" }], VIEW);
    expect(coloured.text.stdout).to.include("\u001b[32mrunning");
  });

  it("tells what is wrong with a request by the flags, with what was given", () => {
    const said: readonly [Parameters<typeof explainInvalid>[0], string][] = [
      [{ type: "missing", loc: ["body", "region"], msg: "Field required" }, "--region is needed"],
      [
        { type: "value_error", loc: ["body"], msg: "Value error, docker_image is needed for every app_type but helm" },
        "--image is needed for every --app-type but helm",
      ],
      [
        {
          type: "less_than_equal",
          loc: ["body", "replicas"],
          msg: "Input should be less than or equal to 100",
          input: 5_000,
        },
        "--replicas: Input should be less than or equal to 100, not 5000",
      ],
      [
        {
          type: "string_pattern_mismatch",
          loc: ["body", "environment_variables", 1, "name"],
          msg: "String should match pattern '^[A-Z]+$'",
          input: "1A",
        },
        `environment_variables.1.name: String should match pattern '^[A-Z]+$', not "1A"`,
      ],
      [{ type: "missing", loc: ["body"], msg: "Field required" }, "Field required"],
      [
        { type: "value_error", loc: ["body", "email"], msg: "It must have an @-sign." },
        "email: It must have an @-sign",
      ],
      [
        {
          type: "value_error",
          loc: ["body", "sleep", "time_zone"],
          msg: "Value error, sleep.time_zone is no time zone",
        },
        "sleep.time_zone: sleep.time_zone is no time zone",
      ],
      [
        {
          type: "string_too_long",
          loc: ["query", "q"],
          msg: "String should have at most 9 characters",
          input: "x".repeat(99),
        },
        "q: String should have at most 9 characters",
      ],
    ];
    for (const [fault, sentence] of said) expect(explainInvalid(fault)).to.equal(sentence);
  });

  it("draws progress in one line on a terminal, takes it away, and draws none elsewhere", () => {
    let drawn = "";
    const terminal = { write: (text: string) => (drawn += text), isTTY: true, columns: 12 };
    const { output } = collector({ stderr: terminal });
    output.progress("accepted ✓ rendered ✓");
    output.progress("accepted ✓ rendered ✓");
    output.endProgress();
    expect(drawn).to.equal("\r\u001b[Kaccepted ✓ \r\u001b[K");
    const { output: piped, text } = collector();
    piped.progress("accepted");
    piped.endProgress();
    expect(text.stderr).to.equal("");
  });
});

describe("faults of the command line", () => {
  it("end apart: what was refused or failed, what was typed wrong, what did not come in time", () => {
    expect(explainFault(new FailedChange("shop failed")).exitCode).to.equal(EXIT.failed);
    expect(explainFault(new UsageError("no")).exitCode).to.equal(EXIT.usage);
    expect(explainFault(new LateChange("late")).exitCode).to.equal(EXIT.timeout);
    expect(new Set(Object.values(EXIT)).size).to.equal(Object.keys(EXIT).length);
  });

  it("are one line with the remedy, and nothing raw", async () => {
    const body = { code: "unauthenticated", detail: `No.\n${HOSTILE}`, request_id: "r" };
    const { berth } = scriptedGateway([json(401, body)]);
    const fault = await berth.getMe().catch((error: unknown) => error);
    const { sentence } = explainFault(fault);
    expect(sentence).to.include("berth login").and.not.match(OBEYED).and.not.include("\n");
  });

  it("names the flag where a refusal names what REST takes", async () => {
    const { berth } = scriptedGateway([json(409, { code: "conflict", detail: "Repeat with cascade=true." })]);
    const fault = await berth.getMe().catch((error: unknown) => error);
    expect(explainFault(fault).sentence).to.equal("Repeat with --cascade.");
  });
});
