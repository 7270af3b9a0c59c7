import { serveTasks } from "../adapters/worker/serve-tasks.ts";
import { renderParts } from "../render/deployment/render-parts.ts";

serveTasks({ renderParts });
