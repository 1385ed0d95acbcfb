import { keccak_256 } from '@noble/hashes/sha3.js'
import { NETWORKS, type Network } from './networks.ts'

/**
 * Whether an address can be paid out to on a network: by its grammar, and where it has letters of both cases by the checksum that these are
 * (EIP-55), which one wrong letter breaks.
 */
export function isAddress(network: Network, address: string): boolean {
  if (!NETWORKS[network].address.test(address)) return false
  const digits = address.slice(2)
  const small = digits.toLowerCase()
  return digits === small || digits === digits.toUpperCase() || digits === withChecksum(small)
}

/** The letters of a hex number in capitals where the hash of it has a digit of 8 or more. */
function withChecksum(digits: string): string {
  const hash = keccak_256(Uint8Array.from(digits, (digit) => digit.charCodeAt(0)))
  return Array.from(digits, (digit, place) => {
    const byte = hash[place >> 1] ?? 0
    return (place % 2 === 0 ? byte >> 4 : byte & 15) >= 8 ? digit.toUpperCase() : digit
  }).join('')
}
