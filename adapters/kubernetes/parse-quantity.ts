const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** Reads a quantity of Kubernetes: 250m, 1.5Gi, 12e3; undefined for what is none. */
export function parseQuantity(text: unknown): number | undefined {
  if (typeof text === "number") return text;
  if (typeof text !== "string") return undefined;
  const [, number = "", suffix = ""] = /^([+-]?[0-9.]{1,40}(?:[eE][+-]?[0-9]{1,3})?)([a-zA-Z]{0,2})$/.exec(text) ?? [];
  const factor = Object.hasOwn(FACTORS, suffix) ? FACTORS[suffix] : undefined;
  const value = number === "" || factor === undefined ? Number.NaN : Number(number) * factor;
  return Number.isFinite(value) ? value : undefined;
}
