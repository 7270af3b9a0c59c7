import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Page } from "playwright-core";

/** How a page stood before, and how it stands now: cells of the picture, each the mean colour of a square of the page. */
type Coarse = Readonly<{ width: number; height: number; cells: readonly number[] }>;

/** The views of a page that are compared. */
const VIEWS = [
  { name: "wide, light", width: 1280, height: 960, colorScheme: "light" },
  { name: "wide, dark", width: 1280, height: 960, colorScheme: "dark" },
  { name: "narrow, light", width: 320, height: 960, colorScheme: "light" },
  { name: "narrow, dark", width: 320, height: 960, colorScheme: "dark" },
] as const;

/** A square of the page that is one pixel of its picture: text is grey, and a letter that is drawn otherwise does not show. */
const CELL_PX = 16;
/** One cell that differs by more is a block that came, went or moved. */
const CELL_MAX = 28;
/** More cells that differ by so little are a colour that changed. */
const FAINT = 6;
const FAINT_SHARE_MAX = 0.015;
/** Kept in steps of so much a picture is a third smaller; what they hide is fainter than FAINT. */
const KEPT_STEP = 4;

/** What is done in a page; it is given as text, as tests have no types of a browser. */
const COARSEN = `async ({ pngs, cell, step }) => {
  const pictures = [];
  for (const png of pngs) {
    const picture = new Image();
    picture.src = "data:image/png;base64," + png;
    await picture.decode();
    pictures.push(picture);
  }
  const width = pictures.reduce((sum, one) => sum + Math.floor(one.width / cell), 0);
  const height = Math.max(...pictures.map((one) => Math.floor(one.height / cell)));
  const sheet = new OffscreenCanvas(width, height).getContext("2d");
  const drawn = sheet.createImageData(width, height);
  const cells = Array(3 * width * height).fill(0);
  let left = 0;
  for (const picture of pictures) {
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
    for (let y = 0; y < Math.floor(picture.height / cell); y += 1)
      for (let x = 0; x < Math.floor(picture.width / cell); x += 1) {
        const sums = [0, 0, 0];
        for (let dy = 0; dy < cell; dy += 1)
          for (let dx = 0; dx < cell; dx += 1)
            for (let c = 0; c < 3; c += 1) sums[c] += data[4 * ((y * cell + dy) * picture.width + x * cell + dx) + c];
        const at = y * width + left + x;
        for (let c = 0; c < 3; c += 1) {
          const mean = Math.round(sums[c] / (cell * cell));
          cells[3 * at + c] = mean;
          drawn.data[4 * at + c] = Math.min(255, Math.round(mean / step) * step);
        }
        drawn.data[4 * at + 3] = 255;
      }
    left += Math.floor(picture.width / cell);
  }
  sheet.putImageData(drawn, 0, 0);
  const bytes = new Uint8Array(await (await sheet.canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  return { coarse: { width, height, cells }, png: btoa(String.fromCharCode(...bytes)) };
}`;

/** A page as it was drawn: its cells, and the picture to keep. */
type Coarsened = Readonly<{ coarse: Coarse; png: string }>;

/** Draws a page in its views, coarsely and beside each other; `bench` is an empty page that reckons. */
export async function coarsePicture(page: Page, bench: Page): Promise<Coarsened> {
  const pngs: string[] = [];
  for (const { width, height, colorScheme } of VIEWS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate("document.activeElement?.blur()");
    pngs.push((await page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64"));
  }
  return coarsen(bench, pngs, CELL_PX);
}

/** Keeps a picture, for others to be compared with. */
export async function keepPicture(path: string, { png }: Coarsened): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.from(png, "base64"));
}

/** Tells how a page differs from the picture that was kept of it, view by view. */
export async function findDifferences(path: string, now: Coarsened, bench: Page): Promise<readonly string[]> {
  if (!existsSync(path)) return [`${path} is not there: make pictures takes it`];
  const before = await coarsen(bench, [(await readFile(path)).toString("base64")], 1);
  return differencesOf(before.coarse, now.coarse);
}

/** Compares two pictures, view by view. */
function differencesOf(before: Coarse, now: Coarse): readonly string[] {
  if (before.width !== now.width || before.height !== now.height)
    return [`it is ${now.width} by ${now.height} cells, and was ${before.width} by ${before.height}`];
  let left = 0;
  return VIEWS.flatMap(({ name, width }) => {
    const from = left;
    left += width / CELL_PX;
    const view = cellsOf(before, now, { from, until: left });
    const most = view.reduce((max, one) => (one.by > max.by ? one : max), { x: 0, y: 0, by: 0 });
    const faint = view.filter(({ by }) => by > FAINT).length / view.length;
    if (most.by <= CELL_MAX && faint <= FAINT_SHARE_MAX) return [];
    const share = (100 * faint).toFixed(1);
    return [`${name}: ${share} % differ, most at ${most.x * CELL_PX}, ${most.y * CELL_PX}, by ${most.by} of 255`];
  });
}

type Cell = Readonly<{ x: number; y: number; by: number }>;

function cellsOf(before: Coarse, now: Coarse, { from, until }: Readonly<{ from: number; until: number }>): Cell[] {
  const found: Cell[] = [];
  for (let y = 0; y < now.height; y += 1)
    for (let x = from; x < until; x += 1) {
      const at = 3 * (y * now.width + x);
      const by = Math.max(...[0, 1, 2].map((c) => Math.abs((before.cells[at + c] ?? 0) - (now.cells[at + c] ?? 0))));
      found.push({ x: x - from, y, by });
    }
  return found;
}

function coarsen(bench: Page, pngs: readonly string[], cell: number): Promise<Coarsened> {
  return bench.evaluate<Coarsened>(`(${COARSEN})(${JSON.stringify({ pngs, cell, step: KEPT_STEP })})`);
}
