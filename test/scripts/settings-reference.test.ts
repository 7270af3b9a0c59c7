import { expect } from "chai";
import type { z } from "zod";
import { GATEWAY_SETTINGS } from "../../api/config.ts";
import { OPERATOR_SETTINGS } from "../../operator/config.ts";
import { formatSettings, listSettings } from "../../scripts/settings-reference.ts";

const SHAPES: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  gateway: GATEWAY_SETTINGS.schema.shape,
  operator: OPERATOR_SETTINGS.schema.shape,
};

/** What nobody sets, where it is no value of its own, is nothing or an empty list. */
const isNothing = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

describe("the reference of settings", () => {
  it("names what each process takes where nobody sets one", () => {
    for (const [name, { readings }] of listSettings())
      for (const { process, fallback } of readings) {
        const member = SHAPES[process]?.[name] ?? expect.fail(`${process} does not know ${name}`);
        const unset = member.safeParse(undefined);
        if (fallback === undefined) expect(unset.success, name).to.equal(false);
        else if (fallback === "") expect(isNothing(unset.data), `${name} is ${String(unset.data)}`).to.equal(true);
        else expect(member.parse(fallback), name).to.deep.equal(unset.data);
      }
  });

  it("shows both meanings of a setting that two processes read differently, and else one", () => {
    const text = formatSettings();
    const line = (name: string): string => text.split("\n").find((one) => one.includes(`\`${name}\``)) ?? "";
    expect(line("BERTH_HETZNER_TOKEN")).to.match(
      /gateway: Token .* read only; .*<br>operator: Token .* read and write; /,
    );
    expect(line("BERTH_LOG_LEVEL")).to.equal(
      "| `BERTH_LOG_LEVEL` | gateway, operator |  | `info` | Least level logged |",
    );
    expect(line("BERTH_POSTGRES_URL")).to.contain("| yes | must be set | Connection string of Postgres |");
  });

  it("is the same wherever it is written", () => {
    expect(formatSettings()).to.equal(formatSettings());
  });
});
