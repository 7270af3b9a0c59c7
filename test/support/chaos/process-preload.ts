/**
 * Is loaded before a gateway or operator of the chaos run (`node --import`) and makes its surroundings fail; the code itself is as it ships:
 *
 * 1. connections to a port of the control file's `redirects` go to the link that stands for it;
 * 2. the time of day (`Date`) is off by the control file's `clockOffsetMs`; monotonic time and timers are not, as on a machine whose clock is set;
 * 3. with CHAOS_BUG set, one known bug is put into the source as it is loaded (`known-bugs.ts`).
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { Socket } from "node:net";
import { spoilSource } from "../spoil-source.ts";
import { KNOWN_BUGS } from "./known-bugs.ts";

type Control = Readonly<{ redirects: Readonly<Record<string, number>>; clockOffsetMs: number }>;
type Target = { port?: number | string };

const POLL_MS = 200;
const { CHAOS_CONTROL: controlFile = "", CHAOS_BUG: bug } = process.env;
let control = read({ redirects: {}, clockOffsetMs: 0 });

function read(known: Control): Control {
  try {
    return JSON.parse(readFileSync(controlFile, "utf8")) as Control;
  } catch {
    return known;
  }
}

setInterval(() => (control = read(control)), POLL_MS).unref();

/** Node hands over its options as they are, in a list of its own, or port and host. */
function redirected(given: unknown): unknown {
  if (typeof given === "number" || typeof given === "string") return control.redirects[String(given)] ?? given;
  if (Array.isArray(given)) {
    given[0] = redirected(given[0]);
    return given;
  }
  const { port } = (given ?? {}) as Target;
  const other = control.redirects[String(port)];
  return other === undefined ? given : { ...(given as object), port: other };
}

type Connect = (this: Socket, ...given: unknown[]) => Socket;
const connect = Reflect.get(Socket.prototype, "connect") as Connect;
Reflect.set(Socket.prototype, "connect", function (this: Socket, first: unknown, ...rest: unknown[]) {
  control = read(control);
  return connect.call(this, redirected(first), ...rest);
});

const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
RealDate.now = () => realNow() + control.clockOffsetMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], asked) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, asked) as Date,
});

if (bug !== undefined) {
  const known = KNOWN_BUGS[bug];
  if (known === undefined) throw new Error(`No known bug is named ${bug}`);
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      return url.endsWith(`/${known.file}`)
        ? { ...loaded, source: spoilSource(Buffer.from(loaded.source as Uint8Array | string).toString(), known) }
        : loaded;
    },
  });
}
