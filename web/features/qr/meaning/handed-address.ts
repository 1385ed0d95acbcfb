import { readTokenAddress } from './token-address.ts'

/** What one screen hands to the withdrawal screen beside its address: where the money is to go. */
export interface HandedAddress {
  readonly address: string
}

/** The state of a link to the withdrawal screen. */
export function handAddress(address: string): HandedAddress {
  return { address }
}

/** Reads it there. Nothing when there is none, or what there is, is no address. */
export function readHandedAddress(state: unknown): string | undefined {
  const isHanded = typeof state === 'object' && state !== null && 'address' in state && typeof state.address === 'string'
  return isHanded ? readTokenAddress(`${state.address}`)?.address : undefined
}
