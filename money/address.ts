import { keccak_256 } from '@noble/hashes/sha3.js'
import { NETWORKS, type Network } from './networks.ts'
import { CONTRACTS_BY_ADDRESS } from './token-contracts.ts'

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

/**
 * Why what is sent to an address is lost: nobody has it (zero, the network's own programs, addresses made up to burn money), or it is the
 * contract of a token. Nothing for any other, which may still be a contract: that only the network knows.
 */
export function whyLost(network: Network, address: string): 'burnt' | 'contract' | undefined {
  if (network !== 'evm') return undefined
  const small = address.toLowerCase()
  if (CONTRACTS_BY_ADDRESS.has(small)) return 'contract'
  return BURNT.some((pattern) => pattern.test(small)) ? 'burnt' : undefined
}

// Almost nothing but zeros, one digit or one word all along: nobody has made a key for such an address.
const BURNT = [/^0x0{28}/, /^0x(.)\1{39}$/, /^0x(?:dead){10}$/, /^0xdead0{12}/]
