import type { Services } from "../../api/services.ts";

/** Puts Hetzner, with locations in two parts of the world, beside the provider of the tests. */
export function withHetzner({ providers }: Services): Partial<Services> {
  const region = { country: "DE", available: true, reason: null, serverTypes: null };
  const own = [
    { ...region, id: "fsn1", name: "Falkenstein", geographicRegion: "eu-central" },
    { ...region, id: "nbg1", name: "Nuremberg", geographicRegion: "eu-central" },
    { ...region, id: "ash", name: "Ashburn", geographicRegion: "us-east" },
  ];
  return {
    providers: {
      ...providers,
      list: () => providers.list().flatMap((one) => [one, { ...one, id: "hetzner", name: "Hetzner" }]),
      regions: (id) => (id === "hetzner" ? Promise.resolve(own) : providers.regions(id)),
    },
  };
}
