import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { TooCostlyError } from "../../adapters/worker/bounded-worker.ts";
import { BerthError } from "../../contract/errors.ts";
import type { RenderValues } from "../../render/projection/custom-resource.ts";
import { createValuesRenderer, deriveRenderInput, type PlatformOf } from "../../render/projection/values-renderer.ts";
import { isQuicklyRendered } from "../../render/text/text-size.ts";
import type { ProjectionPort } from "./projection-port.ts";
import type { TextWork } from "./text-work.ts";

type Prepared = Parameters<ProjectionPort["prepare"]>;
type DeploymentObject = Parameters<typeof deriveRenderInput>[0];

/** Renders values of deployments: little text where it is asked for, much of it before, where no other request waits. */
export class PreparedValues {
  readonly #platformOf: PlatformOf;
  readonly #textWork: Omit<TextWork, "close">;
  /** By the very object: what becomes of it later is another one. */
  readonly #known = new WeakMap<object, string | null>();
  readonly render: RenderValues;

  constructor(platformOf: PlatformOf, textWork: Omit<TextWork, "close">) {
    this.#platformOf = platformOf;
    this.#textWork = textWork;
    const renderHere = createValuesRenderer(platformOf);
    this.render = (object, cluster) => {
      const known = this.#known.get(object);
      return known === undefined ? renderHere(object, cluster) : known;
    };
  }

  prepare: ProjectionPort["prepare"] = (...asked) => this.#prepare(this.#textWork.run, ...asked);
  prepareWritten: ProjectionPort["prepareWritten"] = (...of) => this.#prepare(this.#textWork.runOfWritten, ...of);

  async #prepare(run: TextWork["run"], ...[kind, object, { cluster }]: Prepared): Promise<void> {
    if (kind !== "Deployment" || cluster === undefined || this.#known.has(object)) return;
    const deployment = object as unknown as DeploymentObject & KubeObject;
    if (isQuicklyRendered(deployment.spec)) return;
    const { namespace = "" } = deployment.metadata;
    const input = deriveRenderInput(deployment, cluster, this.#platformOf(namespace));
    const values = await run<string>("renderValues", input, namespace).catch(nullOfRefused);
    if (values !== undefined) this.#known.set(object, values);
  }
}

/** What cannot be rendered has no values, and too much of it is refused; where the thread itself failed they are rendered where they are asked for. */
function nullOfRefused(error: unknown): null | undefined {
  if (error instanceof BerthError && error.code === "rate_limited") throw error;
  const isRefused = error instanceof TooCostlyError || (error instanceof BerthError && error.code === "render_failed");
  return isRefused ? null : undefined;
}
