import type { StartedTestContainer } from "testcontainers";
import { freePort } from "../free-ports.ts";

/** Which container to run; one of its ports is reached from here. */
export type ContainerSpec = Readonly<{
  image: string;
  port: number;
  environment?: Readonly<Record<string, string>>;
  command?: readonly string[];
  files?: readonly Readonly<{ target: string; content: string }>[];
}>;

/** A running container; its host and port stay the same through `kill` and `start`. */
type RunningContainer = Readonly<{
  host: string;
  port: number;
  /** Runs a shell command in it and returns what it printed. */
  read: (command: string) => Promise<string>;
  /** Ends its process as a crash would; its files stay. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Ends and removes it. */
  stop: () => Promise<void>;
}>;

let answer: Promise<boolean> | undefined;

/** Tells whether tests use containers: a Docker engine answers, and BERTH_TEST_CONTAINERS is not `never`. Asked once. */
export function usesContainers(): Promise<boolean> {
  answer ??= ask();
  return answer;
}

async function ask(): Promise<boolean> {
  if (process.env["BERTH_TEST_CONTAINERS"] === "never") return false;
  const { getContainerRuntimeClient } = await import("testcontainers");
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/**
 * Runs a container. Whoever asked waits until what is in it answers: here nothing is known of it but that it runs. What
 * a test leaves behind, even by a SIGKILL, testcontainers' own reaper removes.
 */
export async function runContainer(spec: ContainerSpec): Promise<RunningContainer> {
  const { GenericContainer, getContainerRuntimeClient, StartupCheckStrategy } = await import("testcontainers");
  class Created extends StartupCheckStrategy {
    override checkStartupState(): Promise<"SUCCESS"> {
      return Promise.resolve("SUCCESS");
    }
  }
  // Chosen here and not by the engine, which gives another one after each start.
  const port = await freePort();
  const container = new GenericContainer(spec.image)
    .withExposedPorts({ container: spec.port, host: port })
    .withEnvironment(spec.environment ?? {})
    .withCopyContentToContainer([...(spec.files ?? [])])
    .withWaitStrategy(new Created());
  if (spec.command !== undefined) container.withCommand([...spec.command]);
  const started = await container.start();
  const engine = (await getContainerRuntimeClient()).container.getById(started.getId());
  return {
    host: started.getHost(),
    port,
    read: (command) => readFrom(started, command),
    kill: async () => {
      await engine.kill();
    },
    start: async () => {
      await engine.start();
    },
    stop: async () => {
      await started.stop({ remove: true, removeVolumes: true, timeout: 0 });
    },
  };
}

async function readFrom(container: StartedTestContainer, command: string): Promise<string> {
  const { exitCode, output } = await container.exec(["sh", "-c", command]);
  if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}: ${output}`);
  return output;
}
