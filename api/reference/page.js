/*
 * Runs in the reader's browser, before the renderer. The page's policy allows neither inline styles nor code made of text; what the renderer
 * would do in those ways is done here in ways that the policy knows:
 * 1. a <style> made by script becomes an adopted style sheet;
 * 2. a style attribute, set alone or within HTML, is set by the object model;
 * 3. code from text is refused without asking the browser, which would report it. The renderer's probe of that falls back.
 */
/* global CSSStyleSheet, Document, Element, HTMLElement, HTMLTemplateElement, Scalar, customElements, document */
"use strict";

class AdoptedStyle extends HTMLElement {
  #sheet = new CSSStyleSheet();
  #text = "";

  get textContent() {
    return this.#text;
  }

  set textContent(text) {
    this.#text = text;
    this.#sheet.replaceSync(text);
  }

  get innerHTML() {
    return this.#text;
  }

  set innerHTML(text) {
    this.textContent = text;
  }

  append(...nodes) {
    this.textContent = this.#text + nodes.map((node) => node.textContent ?? node).join("");
  }

  appendChild(node) {
    this.append(node);
    return node;
  }

  connectedCallback() {
    this.hidden = true;
    document.adoptedStyleSheets.push(this.#sheet);
  }

  disconnectedCallback() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}
customElements.define("adopted-style", AdoptedStyle);

const { createElement } = Document.prototype;
Document.prototype.createElement = function (name, ...more) {
  return createElement.call(this, String(name).toLowerCase() === "style" ? "adopted-style" : name, ...more);
};

const { setAttribute } = Element.prototype;
Element.prototype.setAttribute = function (name, value) {
  if (name === "style") this.style.cssText = value;
  else setAttribute.call(this, name, value);
};

const html = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
Object.defineProperty(Element.prototype, "innerHTML", {
  ...html,
  set(text) {
    html.set.call(this, String(text).replaceAll(" style=", " data-style="));
    const root = this instanceof HTMLTemplateElement ? this.content : this;
    for (const element of root.querySelectorAll("[data-style]")) {
      element.style.cssText = element.getAttribute("data-style");
      element.removeAttribute("data-style");
    }
  },
});

const refuse = () => {
  throw new EvalError("No code is made of text here.");
};
globalThis.Function = new Proxy(Function, { apply: refuse, construct: refuse });

// The renderer's script comes after this one; both are deferred until the page is parsed.
document.addEventListener("DOMContentLoaded", () => {
  Scalar.createApiReference("#reference", {
    url: document.querySelector("#reference").dataset.document,
    // Nothing is asked of anybody else.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: "never",
    // The samples of the document are shown; what the renderer could make by itself is none of ours.
    hiddenClients: true,
    documentDownloadType: "direct",
  });
});
