import { serveTasks } from "../adapters/worker/serve-tasks.ts";
import { renderParts } from "../render/render-parts.ts";

serveTasks({ renderParts });
