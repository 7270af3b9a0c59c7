/*
 * Has a library that writes styles into the page keep to a policy without "unsafe-inline": what it sets through the CSSOM is
 * allowed, a style element and a style attribute are not. @xterm/xterm makes both, and has no option for it.
 */
const NAME = "berth-adopted-style";

/** What stands in for a style element: its text is a constructed sheet, which the page adopts while the element is in it. */
class AdoptedStyle extends HTMLElement {
  readonly #sheet = new CSSStyleSheet();

  override get textContent(): string {
    return "";
  }

  override set textContent(text: string) {
    this.#sheet.replaceSync(text);
  }

  connectedCallback(): void {
    document.adoptedStyleSheets.push(this.#sheet);
  }

  disconnectedCallback(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}

type CreateElement = (this: unknown, name: string, options?: ElementCreationOptions) => HTMLElement;

/** Does something during which style elements are made by way of the CSSOM. */
export function withAdoptedStyles(act: () => void): void {
  if (customElements.get(NAME) === undefined) customElements.define(NAME, AdoptedStyle);
  const create = Reflect.get<object, string>(Document.prototype, "createElement") as CreateElement;
  const value: CreateElement = (name, options) =>
    name === "style" ? new AdoptedStyle() : create.call(document, name, options);
  Object.defineProperty(document, "createElement", { configurable: true, value });
  try {
    act();
  } finally {
    Reflect.deleteProperty(document, "createElement");
  }
}

/** Has the style attributes of spans set by way of the CSSOM, from now on: colours that a program chose are set so. */
export function adoptSpanStyles(): void {
  HTMLSpanElement.prototype.setAttribute = function setAttribute(name: string, value: string): void {
    if (name === "style") this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };
}
