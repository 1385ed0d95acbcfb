import type { AddressFault } from '#codes/token-address'
import { NETWORKS } from '#money/networks'
import type { TextKey, TextParameters } from '#texts/texts'

/** What is wrong with an address for USDC, as a text. */
export function addressFaultText(fault: AddressFault): { readonly key: TextKey; readonly parameters?: TextParameters } {
  if (fault.why !== 'network') return { key: `err.address_${fault.why}` }
  return { key: 'err.address_network', parameters: { network: fault.network, own: NETWORKS.evm.name } }
}
