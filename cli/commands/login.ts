import { createBerth } from "../../client/main.ts";
import { saveContext, type ContextEntry } from "../contexts.ts";
import { baseUrl } from "../find-target.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{ key?: true; browser: boolean; name?: string }>;

/** `berth login`: in the browser, or with a key; what opens Berth then lies in a file for its owner alone. */
export const define: Define = (command, act) => {
  command
    .argument("[url]", "address of the gateway; BERTH_URL or the current context's when unset")
    .option("--key", "keep an API key, read from standard input or BERTH_API_KEY")
    .option("--no-browser", "open no browser: bring the address where the page ended", true)
    .option("--name <context>", "name of the context; the host's when unset")
    .action(
      act(async (means, options: Options, given?: string) => {
        const url = given === undefined ? means.target.url : baseUrl(given);
        const name = options.name ?? new URL(url).host;
        const entry: ContextEntry = options.key
          ? { url, key: await readKey(means) }
          : { url, tokens: await inBrowser(means, url, options) };
        const key = entry.key ?? entry.tokens?.access;
        const me = await createBerth({ url, fetch: means.host.send, ...(key !== undefined && { key }) }).getMe();
        saveContext(means.host.surroundings.configPath, name, entry, true);
        const told = { context: name, url, email: me.email };
        await means.out.result(told, { sentence: `You are ${me.email} at ${url} (context ${name}).`, name });
      }),
    );
};

async function readKey({ host }: Means): Promise<string> {
  const key =
    host.surroundings.key ?? (host.canAsk ? await host.ask("API key: ", host.signal) : await host.readStdin());
  if (!/^[\w.-]{16,512}$/.test(key.trim())) throw new UsageError("That is no API key.");
  return key.trim();
}

async function inBrowser(means: Means, url: string, { browser }: Options) {
  const { signIn } = await import("../login/authorization.ts");
  const { host, out } = means;
  const bring = async (address: string): Promise<string | undefined> => {
    if (
      browser &&
      (await host.openBrowser(address).then(
        () => true,
        () => false,
      ))
    ) {
      out.note("Sign in in your browser; this goes on by itself.");
      return undefined;
    }
    out.note("Open this address in a browser, on any machine:");
    out.aside(address);
    if (!host.canAsk) return undefined;
    return host.ask(
      "On another machine the page ends at an address that does not answer (http://127.0.0.1…); paste it here: ",
      host.signal,
    );
  };
  return signIn(url, host.send, bring, host.signal);
}
