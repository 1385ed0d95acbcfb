import { readTokenAddress } from '#codes/token-address'

/** The history state the withdrawal screen may be opened with: where the money is to go. */
export interface AddressState {
  readonly address: string
}

/** The history state of a link to the withdrawal screen. */
export function addressState(address: string): AddressState {
  return { address }
}

/** Reads it on that screen. Nothing when there is none, or what there is, is no address. */
export function readAddressState(state: unknown): string | undefined {
  const isThere = typeof state === 'object' && state !== null && 'address' in state && typeof state.address === 'string'
  return isThere ? readTokenAddress(`${state.address}`)?.address : undefined
}
