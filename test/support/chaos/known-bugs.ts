import type { Spoiling } from "../spoil-source.ts";

/** One bug that the checker must find, and what it says of it. */
type KnownBug = Spoiling & Readonly<{ tells: RegExp }>;

/** Lists the bugs that a gateway or operator of the chaos run can be started with. */
export const KNOWN_BUGS: Readonly<Record<string, KnownBug | undefined>> = {
  // The gateway answers a change as done though the management cluster did not take it.
  "answers-what-was-refused": {
    file: "api/resources/patch-resource.ts",
    edits: [
      {
        code: "if (!isPatchRefusal(error)) throw error;",
        instead: `if (!isPatchRefusal(error)) {
          const { namespace, objectName: name } = change.row;
          for (;;) {
            const present = await context.services.kube.get(change.type, { namespace, name }).catch(() => undefined);
            if (present !== undefined) return present;
            await new Promise((resolve) => setTimeout(resolve, 200));
          }
        }`,
      },
    ],
    tells: /accepted/,
  },
  // The operator counts a push that failed as one that arrived, and no longer looks.
  "believes-failed-pushes": {
    file: "operator/controllers/shared/git-desk.ts",
    edits: [
      { code: "const holds = ", instead: "const holds = entry?.made === true || " },
      {
        code: "entry.fault = { code, message, atMs: clock.monotonicMs() };",
        instead: "entry.commit = this.#options.writer.head(); entry.made = true;",
      },
    ],
    tells: /Git/,
  },
};
