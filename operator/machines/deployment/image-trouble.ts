import type { PodTrouble } from "./pods-seen.ts";

/** Tells of a pull that failed whose fault it is: the kubelet's sentence has what the registry said. */
export function judgeImage(reason: string, image: string, said: string): PodTrouble {
  if (reason === "InvalidImageName")
    return {
      reason: "ImageNameInvalid",
      message: `${image} is no name of an image: ${lastPart(said)}. Correct docker_image.`,
      isFinal: true,
    };
  const kind = KINDS.find(({ pattern }) => pattern.test(said));
  if (kind !== undefined) return { reason: kind.reason, message: kind.tell(image, said), isFinal: true };
  return {
    reason: "ImagePullFailed",
    message: `The image ${image} cannot be pulled: ${lastPart(said)}. It is tried again; its registry may be away.`,
    isFinal: false,
  };
}

/** The order decides: a registry may call refused what is not there. */
const KINDS: readonly Readonly<{ pattern: RegExp; reason: string; tell: (image: string, said: string) => string }>[] = [
  {
    pattern: /no match for platform|does not match the specified platform|exec format error/i,
    reason: "WrongArchitecture",
    tell: tellArchitecture,
  },
  {
    pattern: /denied|unauthori[sz]ed|authorization failed|authentication required|\b40[13]\b|forbidden/i,
    reason: "ImageRefused",
    tell: (image, said) =>
      `The registry does not hand out the image ${image}: ${lastPart(said)}. Give the cluster credentials for it, or correct docker_image.`,
  },
  {
    pattern: /not found|manifest unknown|name unknown|\b404\b/i,
    reason: "ImageNotFound",
    tell: (image) => `There is no image ${image} at its registry. Push it, or correct docker_image.`,
  },
];

/** Says that an image's programs are for other processors. */
export function tellArchitecture(image: string): string {
  return `The image ${image} is not made for the processors of this cluster's nodes. Build it for them (docker build --platform), or name another image.`;
}

/** What is before the cause only says who passed it on. */
function lastPart(said: string): string {
  const parts = said.split(/: (?=failed to|error|rpc|pull access|couldn't|unexpected|dial|authorization)/i);
  return parts.at(-1) ?? said;
}
