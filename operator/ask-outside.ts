import { createAddressResolver } from "../adapters/dns/address-resolver.ts";
import { createRecordLookup } from "../adapters/dns/record-lookup.ts";
import { createTxtResolver } from "../adapters/dns/txt-resolver.ts";
import { createAddressAsker } from "../adapters/outgoing/address-asker.ts";
import { isPublic } from "../adapters/outgoing/address-rule.ts";
import { createChartHostJudge } from "../adapters/outgoing/chart-host-judge.ts";
import { createRenewalInfoAsker } from "../adapters/outgoing/renewal-info.ts";
import type { Config } from "./config.ts";
import type { OperatorOptions } from "./controllers/operator-options.ts";
import type { OperatorMetrics } from "./operator-metrics.ts";

type Outside = Pick<
  OperatorOptions,
  "judgeChartHost" | "resolveTxt" | "lookUpRecords" | "askAddress" | "addressObserver" | "authority"
>;

/** Makes what asks strangers, as the settings say it: DNS, the addresses of applications, and the authority of their certificates. */
export function askOutside(settings: Config, metrics: OperatorMetrics): Outside {
  const { chartHosts, dnsServers } = settings;
  return {
    // Argo CD goes by the machine's DNS servers, and so is judged where it goes.
    judgeChartHost: createChartHostJudge(chartHosts, createAddressResolver()),
    resolveTxt: createTxtResolver(dnsServers),
    lookUpRecords: createRecordLookup({ servers: dnsServers, isAllowed: isPublic }),
    askAddress: createAsker(settings),
    addressObserver: metrics.addresses,
    authority: authorityOf(settings, metrics),
  };
}

/** Only the authority that Berth itself makes issuers of is known here. */
function authorityOf({ acme, clusterIssuer }: Config, { certificates }: OperatorMetrics): OperatorOptions["authority"] {
  if (acme === undefined || clusterIssuer === undefined) return undefined;
  const { directory, ca } = acme;
  const ask = createRenewalInfoAsker({ directory, ca });
  const askRenewalInfo: typeof ask = async (certificateId) => {
    try {
      const info = await ask(certificateId);
      certificates.issuerAnswered(info.kind);
      return info;
    } catch (error) {
      certificates.issuerAnswered("failed");
      throw error;
    }
  };
  return { clusterIssuer, askRenewalInfo };
}

/** The servers that are asked for the records of strangers know what strangers know. */
function createAsker({ addressAsker, dnsServers }: Config): OperatorOptions["askAddress"] {
  if (addressAsker === undefined) return undefined;
  return createAddressAsker({ ...addressAsker, resolve: createAddressResolver(dnsServers) });
}
