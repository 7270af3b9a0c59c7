import { expect } from "chai";
import { Registry } from "prom-client";
import { createRuntimeMetrics } from "../../../operator/runtime/metrics.ts";

describe("createRuntimeMetrics", () => {
  it("reads queues, caches and the lease when it is scraped", async () => {
    const registry = new Registry();
    const metrics = createRuntimeMetrics(registry);
    const queue = { depth: 1, running: 2, oldestAgeMs: 1_500 };
    let leading = false;
    metrics.followQueue("things", queue);
    metrics.followCache("things", { size: 3, secondsSinceEvent: 4 });
    metrics.followCache("others", { size: 5, secondsSinceEvent: 6 });
    metrics.followLeader("operator", () => leading);
    const lines = async (): Promise<string[]> =>
      (await registry.metrics()).split("\n").filter((line) => /^berth_\w+\{/.test(line));
    expect(await lines()).to.have.members([
      'berth_queue_depth{controller="things"} 1',
      'berth_queue_running{controller="things"} 2',
      'berth_queue_oldest_age_seconds{controller="things"} 1.5',
      'berth_cache_objects{resource="things"} 3',
      'berth_cache_objects{resource="others"} 5',
      'berth_watch_silence_seconds{resource="things"} 4',
      'berth_watch_silence_seconds{resource="others"} 6',
      'berth_leader{lease="operator"} 0',
    ]);
    [queue.depth, leading] = [9, true];
    expect(await lines()).to.include.members([
      'berth_queue_depth{controller="things"} 9',
      'berth_leader{lease="operator"} 1',
    ]);
  });
});
