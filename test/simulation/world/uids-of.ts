import { createHash } from "node:crypto";

/** Makes uids that hang on the name alone, so that two runs give the same objects the same ones. */
export function uidsOf(server: string): (path: string, nth: number) => string {
  return (path, nth) => {
    const print = createHash("sha256").update(`${server} ${path} ${nth}`).digest("hex");
    return `${print.slice(0, 8)}-${print.slice(8, 12)}-4${print.slice(13, 16)}-8${print.slice(17, 20)}-${print.slice(20, 32)}`;
  };
}
