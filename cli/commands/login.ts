import { createBerth } from "../../client/main.ts";
import { saveContext, type ContextEntry, type Tokens } from "../contexts.ts";
import { baseUrl } from "../find-target.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{ key?: true; device?: true; name?: string }>;

/** `berth login`: in the browser, or with a key; what opens Berth then lies in a file for its owner alone. */
export const define: Define = (command, act) => {
  command
    .argument("[url]", "address of the gateway; BERTH_URL or the current context's when unset")
    .option("--key", "keep an API key, read from standard input or BERTH_API_KEY")
    .option("--device", "sign in by a code that you type in a browser on any machine; so too where no browser opens")
    .option("--name <context>", "name of the context; the host's when unset")
    .action(
      act(async (means, options: Options, given?: string) => {
        const url = given === undefined ? means.target.url : baseUrl(given);
        const name = options.name ?? new URL(url).host;
        const entry: ContextEntry = options.key
          ? { url, key: await readKey(means) }
          : { url, tokens: await atLogin(means, url, options) };
        const key = entry.key ?? entry.tokens?.access;
        const me = await createBerth({ url, fetch: means.host.send, ...(key !== undefined && { key }) }).getMe();
        await saveContext(means.host.surroundings.configPath, name, entry, true);
        const told = { context: name, url, email: me.email };
        await means.out.result(told, { sentence: `You are ${me.email} at ${url} (context ${name}).`, name });
      }),
    );
};

async function readKey({ host }: Means): Promise<string> {
  const key =
    host.surroundings.key ?? (host.canAsk ? await host.ask("API key: ", host.signal, true) : await host.readStdin());
  if (!/^[\w.-]{16,512}$/.test(key.trim()))
    throw new UsageError("That is no API key: make one in the console (Account, API keys), and give all of it.");
  return key.trim();
}

async function atLogin({ host, out }: Means, url: string, { device }: Options): Promise<Tokens> {
  const { signIn, signInByCode } = await import("../login/authorization.ts");
  const byCode = (): Promise<Tokens> =>
    signInByCode(
      url,
      host.send,
      (address, code) => out.note(`Open ${address} in a browser, on any machine, and type the code ${code}`),
      host.signal,
    );
  if (device) return byCode();
  const open = async (address: string): Promise<void> => {
    await host.openBrowser(address).catch((fault: unknown) => {
      throw new NoBrowser("No browser opens here.", { cause: fault });
    });
    out.note("Sign in in your browser; this goes on by itself. If none opens, berth login --device needs none here.");
  };
  return signIn(url, host.send, open, host.signal).catch((fault: unknown) => {
    if (fault instanceof NoBrowser) return byCode();
    throw fault;
  });
}

/** Nothing was asked of the server yet. */
class NoBrowser extends Error {}
