import { expect } from "chai";
import { z } from "zod";
import { FULL_DEPLOYMENT } from "./full-specs.ts";
import { deploymentSpec, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { deriveDeploymentValues } from "../../render/deployment/deployment-values.ts";
import { deploymentInput } from "./deployment-input.ts";
import { memberVariants, tellCorpus } from "./render-corpus.ts";

type Shape = { size: number; colour?: "red" | "blue" | undefined; parts?: { on?: boolean | undefined }[] | undefined };
const shape = z.object({
  size: z.int().min(1).max(9),
  colour: z.enum(["red", "blue"]).optional(),
  parts: z.array(z.object({ on: z.boolean().optional() })).optional(),
});
const base: Shape = { size: 5, colour: "red" };
const variants = memberVariants<Shape>(shape, base, { size: 7, colour: "blue", parts: [{ on: true }] });

describe("A corpus of what is rendered", () => {
  it("tries every member: its words, its bounds, and what may be left out", () => {
    expect(Object.keys(variants)).to.deep.equal([
      "size = 1",
      "size = 9",
      "size = 7",
      "colour unset",
      'colour = "red"',
      'colour = "blue"',
      "parts unset",
      "parts",
      "parts = []",
      "parts › 0.on unset",
      "parts › 0.on = true",
      "parts › 0.on = false",
    ]);
    expect(variants["parts › 0.on = false"]).to.deep.equal({ ...base, parts: [{ on: false }] });
    expect(base).to.deep.equal({ size: 5, colour: "red" });
  });

  it("tells what differs from the base, a member's own from that member, and what is refused", () => {
    const render = ({ size, ...rest }: Shape): object => {
      if (size === 9) throw new Error("too large");
      return { size, ...rest };
    };
    const told = tellCorpus({ base, cases: variants, render }).trimEnd().split("\n\n");
    expect(told.slice(0, 3)).to.deep.equal([
      '# base\nsize = 5\ncolour = "red"',
      "# size = 1\n- size = 5\n+ size = 1",
      "# size = 9\n! Error: too large",
    ]);
    expect(told).to.include("# parts\n+ parts[0].on = true");
    expect(told).to.include("# parts › 0.on = false\n- parts[0].on = true\n+ parts[0].on = false");
    expect(told).to.include('# colour = "red"\nas the base');
  });

  it("tells of a renderer that forgets a member (known bad), whichever it is", () => {
    const cases = memberVariants<DeploymentSpec>(deploymentSpec, deploymentInput({}).spec, FULL_DEPLOYMENT);
    const tell = (forgotten?: string): string =>
      tellCorpus({
        base: deploymentInput({}).spec,
        cases,
        render: (spec) => {
          const values = deriveDeploymentValues({ ...deploymentInput({}), spec });
          return Object.fromEntries(Object.entries(values).filter(([name]) => name !== forgotten));
        },
      });
    const good = tell();
    for (const member of ["replicas", "port", "volumes", "autoscaling", "backups", "command", "env", "probes"])
      expect(tell(member) === good, member).to.equal(false);
  });
});
