import { Registry } from "prom-client";
import { createRuntimeMetrics, type RuntimeMetrics } from "../../../operator/runtime/metrics.ts";

type Observe = (labels: Readonly<{ controller: string }>, seconds: number) => void;

/** Makes an operator's metrics, and tells of each pass by its controller as it ends. */
export function countedMetrics(onPass: (controller: string) => void): RuntimeMetrics {
  const metrics = createRuntimeMetrics(new Registry());
  const { reconcileSeconds } = metrics;
  const observe = reconcileSeconds.observe.bind(reconcileSeconds) as Observe;
  const count: Observe = (labels, seconds) => {
    onPass(labels.controller);
    observe(labels, seconds);
  };
  reconcileSeconds.observe = count as typeof reconcileSeconds.observe;
  return metrics;
}
