import { spawn } from "node:child_process";

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer.exe" };

/** Opens an address in the person's browser; rejects where there is none to start. */
export async function openBrowser(url: string, preferred?: string): Promise<void> {
  const program = preferred ?? OPENERS[process.platform] ?? "xdg-open";
  // The address comes from a server: no shell reads it, and it is one argument that begins as an address does.
  if (!/^https?:\/\//.test(url)) throw new Error("It is no address of a page.");
  const child = spawn(program, [new URL(url).href], { stdio: "ignore", detached: true });
  await new Promise<void>((resolve, reject) => {
    child.on("spawn", resolve);
    child.on("error", reject);
  });
  child.unref();
}
