import type { AilmentName } from "./ailing-workloads.ts";

/** What is told of each ailment: its reason, whether waiting cannot help, and a part of the sentence. */
export const EXPECTED_TROUBLES: Readonly<Record<AilmentName, readonly [string, boolean, string] | undefined>> = {
  "image-missing": ["ImageNotFound", true, "There is no image nginx:no-such"],
  "image-refused": ["ImageRefused", true, "refusing.test/private/app:1: authorization failed"],
  "registry-away": ["ImagePullFailed", false, "connection refused"],
  "image-name-invalid": ["ImageNameInvalid", true, "must be lowercase"],
  "wrong-architecture": ["WrongArchitecture", true, "berth.test/foreign:1 is not made for the processors"],
  crash: ["CrashLoop", true, "with exit code 3. Its last lines: "],
  ends: ["CrashLoop", true, "with exit code 0, though it should go on. Its last lines: done"],
  "out-of-memory": ["OutOfMemory", true, "its limit of 24Mi"],
  "no-program": ["StartFailed", true, 'exec: "/no-such-program": stat /no-such-program: no such file or directory'],
  "runs-as-root": ["RunsAsRoot", true, "nginx:1.29 runs as root"],
  "no-secret": ["ContainerRefused", false, 'secret "no-such-secret" not found'],
  "readiness-fails": ["ReadinessProbeFailing", false, "HTTP probe failed with statuscode: 404"],
  "liveness-fails": ["LivenessProbeFailing", true, "connect: connection refused"],
  "startup-fails": ["StartupProbeFailing", true, "HTTP probe failed with statuscode: 404"],
  "slow-start": undefined,
  "too-large": ["Unschedulable", false, "1 Insufficient cpu"],
  "no-class": ["VolumeUnbound", false, '"no-such-class" not found'],
  "init-fails": ["CrashLoop", true, "The init container migrate ends again and again, with exit code 4"],
  healthy: undefined,
};
