/** What a page answered. */
export type Page = Readonly<{ url: string; status: number; headers: Headers; text: string }>;
type Sent = Readonly<{ method?: string; form?: Readonly<Record<string, string>>; accept?: string }>;

const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Keeps cookies per origin and follows nothing by itself. The platform's public address leads to where it listens. */
export class CookieBrowser {
  readonly #publicUrl: string;
  readonly #listensAt: string;
  readonly #jars = new Map<string, Map<string, string>>();

  constructor(publicUrl: string, listensAt: string) {
    this.#publicUrl = publicUrl;
    this.#listensAt = listensAt;
  }

  /** Opens an address once. */
  async open(address: string, { method = "GET", form, accept = BROWSER_ACCEPT }: Sent = {}): Promise<Page> {
    const url = new URL(address);
    const target = url.origin === this.#publicUrl ? `${this.#listensAt}${url.pathname}${url.search}` : url.href;
    const response = await fetch(target, {
      method,
      redirect: "manual",
      headers: { accept, cookie: this.cookieHeader(url.origin) },
      ...(form && { body: new URLSearchParams(form) }),
    });
    this.#keep(url.origin, response.headers.getSetCookie());
    return { url: url.href, status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Follows redirects until one leads to an address that `isEnd` knows, or there is none; returns where it would go. */
  async follow(address: string, isEnd: (url: string) => boolean): Promise<string> {
    let next = address;
    for (let hop = 0; hop < 20 && !isEnd(next); hop += 1) {
      const page = await this.open(next);
      const location = page.headers.get("location");
      next = location === null ? await this.#submit(page) : new URL(location, page.url).href;
    }
    return next;
  }

  cookieHeader(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#jars.get(origin)?.get(name);
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#keep(origin, [`${name}=${value}`]);
  }

  /** Fills in the one form of a page; who signs in is the last word of the page's address in `as`. */
  async #submit(page: Page): Promise<string> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`No way on from ${page.url}: ${page.status} ${page.text.slice(0, 500)}`);
    const hidden = [...page.text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? "",
      /value="([^"]*)"/.exec(tag)?.[1] ?? "",
    ]);
    const form = { ...(Object.fromEntries(hidden) as Record<string, string>), login: this.person, password: "any" };
    const sent = await this.open(new URL(action, page.url).href, { method: "POST", form });
    const location = sent.headers.get("location");
    if (location === null)
      throw new Error(`The form of ${page.url} answered ${sent.status} ${sent.text.slice(0, 300)}`);
    return new URL(location, page.url).href;
  }

  /** Whom login pages hear of. */
  person = "nobody";

  #keep(origin: string, lines: readonly string[]): void {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const isOver = attributes.some((text) => /^max-age=0$/i.test(text) || /^expires=Thu, 01 Jan 1970/i.test(text));
      if (isOver) jar.delete(name);
      else jar.set(name, value);
    }
  }
}
