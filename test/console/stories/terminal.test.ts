import { expect } from "chai";
import type { Page } from "playwright-core";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { newCluster, newDeployment, newPerson, type Person } from "../../api/client.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { frame, startPodSockets, type PodSocketDouble } from "../../support/pod-socket-double.ts";
import { placeOf } from "../../api/find-object.ts";

const OPTIONS = { fieldManager: "test" };
const MINE = "what the reader copied";

/** What a program may write to have a terminal do something: each is a way that some terminal has obeyed. */
const HOSTILE_OUTPUT = [
  "\x1b]0;canary\x07",
  "\x1b]2;canary\x1b\\",
  // Asks for the title, as if it had been typed.
  "\x1b[21t",
  `\x1b]52;c;${Buffer.from("canary").toString("base64")}\x07`,
  "\x1b]52;c;?\x07",
  "\x1b]8;;https://canary.example/\x07harmless\x1b]8;;\x07 ",
  "\x1b]8;;javascript:throw Error('canary')\x1b\\words\x1b]8;;\x1b\\ ",
  `\x1b]9;canary\x07\x1b]777;notify;canary;canary\x07\r\n${CANARY}\r\n`,
].join("");

/** Shells of the console, in a real browser (`make browser`); the API server of the tests has no kubelets: their sockets are a double's. */
describe("The console's terminal", function () {
  this.timeout(600_000);
  let pods: PodSocketDouble;
  before(async () => {
    pods = await startPodSockets();
  });
  after(() => pods.stop());
  const { gateway, visitAs } = tellConsoleStories(() => ({ tenantReader }) => ({
    tenantReader: { open: async (cluster) => withPods(await tenantReader.open(cluster)) },
  }));

  function withPods(client: KubeClient): KubeClient {
    return {
      list: (...given: Parameters<KubeClient["list"]>) => client.list(...given),
      get: (...given: Parameters<KubeClient["get"]>) => client.get(...given),
      close: () => client.close(),
      dial: (...given: Parameters<KubeClient["dial"]>) => pods.dial(...given),
    } as Partial<KubeClient> as KubeClient;
  }

  async function newShop(): Promise<Readonly<{ person: Person; id: string }>> {
    const person = await newPerson(gateway().url);
    const clusterId = await newCluster(person.session, { name: "harbour" });
    await gateway().settle("Cluster", clusterId);
    const { id } = await newDeployment(person.session, clusterId, { name: "shop" });
    await gateway().settle("Deployment", id, "running");
    const { kube } = gateway();
    const { name: namespace } = await placeOf(gateway(), id);
    await kube.create(NAMESPACES, { metadata: { name: namespace } }, OPTIONS);
    const containers = ["app", "helper"].map((name) => ({ name, image: "a" }));
    await kube.create(
      PODS,
      { metadata: { name: "shop-1", namespace }, spec: { nodeName: "node-1", containers } },
      OPTIONS,
    );
    const body = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
    const status = { ...OPTIONS, subresource: "status" };
    await kube.patch(PODS, { name: "shop-1", namespace }, { kind: "merge", body }, status);
    return { person, id };
  }

  const screen = (page: Page) => page.locator(".xterm-rows");
  const shows = (page: Page, text: string): Promise<void> => screen(page).getByText(text).first().waitFor();

  it("opens a shell in the container that is chosen, tells its size, and says how it ended", async () => {
    const { person, id } = await newShop();
    const { page, faults, findings } = await visitAs(person, `/deployments/${id}`);
    await page.getByRole("link", { name: "Terminal" }).click();
    await page.getByText("No shell is open.").waitFor();
    const helper = page.getByLabel("Container").getByRole("option", { name: "helper" });
    await helper.waitFor({ state: "attached" });
    await page.getByLabel("Container").selectOption("helper");
    await page.getByLabel("Shell").selectOption("sh");
    await page.getByRole("button", { name: "Open a shell" }).click();
    await shows(page, "size");
    const asked = pods.asked.at(-1)?.searchParams ?? new URLSearchParams();
    expect(Object.fromEntries(asked)).to.include({ container: "helper", command: "sh", tty: "true", stdin: "true" });

    await page.keyboard.type("echo hello");
    await shows(page, "echo hello");
    // A colour of 24 bits is an attribute, which the policy would have left out; it is made legible on what is behind it.
    const colours = await screen(page)
      .locator("span")
      .evaluateAll((spans) => spans.map((span) => (span as unknown as Styled).style.color));
    expect(
      colours.some((colour) => /^rgb\(\d+, \d+, 0\)$/.test(colour)),
      colours.join(),
    ).to.equal(true);
    expect(await findings("terminal")).to.deep.equal([]);
    const before = await screen(page).innerText();
    await page.setViewportSize({ width: 800, height: 700 });
    await eventually(async () => {
      // What is out of sight is not drawn.
      await screen(page).scrollIntoViewIfNeeded();
      expect(await screen(page).innerText()).not.to.equal(before);
    });

    await page.locator(".xterm-helper-textarea").focus();
    await page.keyboard.press("Shift+F6");
    await page.waitForFunction("document.activeElement?.textContent === 'Close'");
    await page.locator(".xterm-helper-textarea").focus();
    await page.keyboard.type("\rexit 3\r");
    await page.getByText("It has ended, with exit status 3.").waitFor();
    await page.getByRole("button", { name: "Open again" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("says when it breaks and begins anew only when asked, and ends with its page", async () => {
    const { person, id } = await newShop();
    const { page, faults } = await visitAs(person, `/deployments/${id}?tab=terminal`);
    await page.getByLabel("Shell").selectOption("sh");
    await page.getByRole("button", { name: "Open a shell" }).click();
    await shows(page, "size");
    for (const socket of pods.open) socket.terminate();
    await page.getByText("opening again begins anew").waitFor();
    const { length } = pods.asked;
    await page.getByRole("button", { name: "Open again" }).click();
    await page.getByText("Shift-F6 leads out").waitFor();
    expect(pods.asked.length).to.equal(length + 1);
    expect(pods.open.size).to.equal(1);
    await page.getByRole("link", { name: "Overview" }).click();
    await eventually(() => expect(pods.open.size).to.equal(0));

    await person.session("PATCH", `/organizations/${await slugOf(person)}`, { exec_enabled: false });
    await page.goto(`${gateway().url}/deployments/${id}?tab=terminal`);
    await page.getByText("Shells are switched off in this organization").waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("shows what a program writes, and obeys none of it: no title, no clipboard, no link, no question", async () => {
    const { person, id } = await newShop();
    const { page, faults } = await visitAs(person, `/deployments/${id}?tab=terminal`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const opened: string[] = [];
    page.on("dialog", (dialog) => {
      opened.push(`a dialog: ${dialog.message()}`);
      dialog.accept().catch(() => undefined);
    });
    page.context().on("page", (other) => opened.push(`a page: ${other.url()}`));
    await page.getByLabel("Shell").selectOption("sh");
    await page.getByRole("button", { name: "Open a shell" }).click();
    await shows(page, "size");
    const title = await page.title();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(MINE)})`);
    const typed: string[] = [];
    for (const socket of pods.open) {
      socket.on("message", (data: Buffer) => data[0] === 0 && typed.push(data.toString("utf8", 1)));
      socket.send(frame(1, HOSTILE_OUTPUT));
    }
    await shows(page, "onerror=");
    for (const word of ["harmless", "words"]) {
      await page.mouse.move(0, 0);
      const place = await cellOf(page, word);
      await page.mouse.move(place.x, place.y);
      await page.mouse.click(place.x, place.y);
      expect(await page.locator(".xterm-cursor-pointer").count(), word).to.equal(0);
    }
    await page.locator(".xterm-helper-textarea").focus();
    await page.keyboard.type("still here");
    await shows(page, "still here");
    expect(typed.join(""), "nothing is answered").to.equal("still here");
    expect(await page.title()).to.equal(title);
    expect(await page.evaluate("navigator.clipboard.readText()")).to.equal(MINE);
    expect(opened).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  /** Finds the middle of a word on the screen. */
  async function cellOf(page: Page, word: string): Promise<Readonly<{ x: number; y: number }>> {
    return page.evaluate(`(() => {
      const walk = document.createTreeWalker(document.querySelector(".xterm-rows"), NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        const at = node.data.indexOf(${JSON.stringify(word)});
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + ${word.length});
        const { left, top, width, height } = range.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }
      throw Error("It is not on the screen: ${word}");
    })()`);
  }

  async function slugOf(person: Person): Promise<string> {
    const { body } = await person.session<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    return body.organizations[0]?.slug ?? "";
  }
});

type Styled = Readonly<{ style: Readonly<{ color: string }> }>;
