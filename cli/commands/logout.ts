import { changeContexts, readContexts } from "../contexts.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { Define } from "./command.ts";

/** `berth logout`: ends the login at the server, and forgets the context. */
export const define: Define = (command, act) => {
  command.argument("[context]", "its name; the current one when unset").action(
    act(async (means, _options: object, given?: string) => {
      const { host, out } = means;
      const { configPath } = host.surroundings;
      const file = readContexts(configPath);
      const name = given ?? means.options.context ?? host.surroundings.context ?? file.current ?? "";
      const entry = Object.hasOwn(file.contexts, name) ? file.contexts[name] : undefined;
      if (entry === undefined) throw new UsageError("You are signed in nowhere.");
      if (entry.tokens !== undefined) {
        const { revoke } = await import("../login/authorization.ts");
        await revoke(entry.url, host.send, entry.tokens);
      }
      await forget(configPath, name);
      const more = entry.key === undefined ? "" : " The key itself still works: berth keys revoke ends one.";
      await out.result({ context: name }, { sentence: `You are signed out of ${name}.${more}`, name });
    }),
  );
};

async function forget(configPath: string, name: string): Promise<void> {
  await changeContexts(configPath, ({ current, contexts }) => {
    const left = Object.fromEntries(Object.entries(contexts).filter(([other]) => other !== name));
    return { contexts: left, ...(current !== name && { current }) };
  });
}
