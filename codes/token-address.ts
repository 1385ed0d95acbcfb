import { isAddress, whyLost } from '#money/address'
import type { Money } from '#money/money'
import { NETWORKS } from '#money/networks'
import { readQuery } from './query.ts'
import { type RequestedAmount, readTokenUnits } from './requested-amount.ts'

/** USDC on the network it is paid out on (Ethereum mainnet), by its issuer. */
const USDC_CONTRACT = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const MAINNET = '1'
// Codes of capital letters have a big X.
const ADDRESS = new RegExp(NETWORKS.evm.address, 'i')
const TARGET = ADDRESS.source.slice(1, -1)
const REQUEST = new RegExp(
  `^ethereum:(?:pay-)?(${TARGET})(?:@([0-9]{1,20}|0x[0-9a-f]{1,16}))?(?:/([a-z]+))?(?:\\?([!-~]*))?$`,
  'i',
)
/** An address with its network before it: CAIP-10, EIP-3770. */
// What people write before an address that names no network.
const NO_NETWORK = /^(addr|address|wallet|to|usdc|usdt|erc20|erc-20)$/i
const PREFIXED = new RegExp(`^(?:eip155:([0-9]{1,20})|([a-z][a-z0-9-]{1,31})):(${TARGET})$`, 'i')

/** Networks whose addresses look the same, by their number and the short name that stands before an address. */
const CHAINS: readonly (readonly [id: string, short: string, name: string])[] = [
  ['1', 'eth', 'Ethereum'],
  ['10', 'oeth', 'OP Mainnet'],
  ['56', 'bnb', 'BNB Smart Chain'],
  ['100', 'gno', 'Gnosis'],
  ['137', 'matic', 'Polygon'],
  ['324', 'zksync', 'zkSync Era'],
  ['5000', 'mantle', 'Mantle'],
  ['8453', 'base', 'Base'],
  ['42161', 'arb1', 'Arbitrum One'],
  ['42220', 'celo', 'Celo'],
  ['43114', 'avax', 'Avalanche'],
  ['59144', 'linea', 'Linea'],
  ['11155111', 'sep', 'Sepolia'],
]

/** Addresses of other networks, by their grammar. */
const OTHERS: readonly (readonly [address: RegExp, name: string])[] = [
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'Tron'],
  [/^(?:bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/, 'Bitcoin'],
  [/^[EUk0]Q[A-Za-z0-9_-]{46}$/, 'TON'],
  [/^[1-9A-HJ-NP-Za-km-z]{43,44}$/, 'Solana'],
]

/** Where USDC can be sent to, and how much the code asks for. */
export interface TokenAddress {
  readonly address: string
  readonly amount?: RequestedAmount | undefined
}

/**
 * Why USDC cannot be sent to what a text says: the address is incomplete or mistyped, there are several, there are other words, nobody would get
 * what is sent there, it is of another network, or the text asks for something else, or for an amount that cannot be read.
 */
export type AddressFault =
  | { readonly why: 'short' | 'wrong' | 'several' | 'words' | 'burnt' | 'contract' | 'request' | 'amount' }
  | { readonly why: 'network'; readonly network: string; readonly address: string | undefined }

export type AddressReading = ({ readonly ok: true } & TokenAddress) | { readonly ok: false; readonly fault: AddressFault }

/**
 * Reads an Ethereum address as it is typed, pasted or scanned: bare, broken into lines, or as a payment request (ERC-681). Refuses another
 * network, ether, a transfer of another token and any other call of a contract, by name: what is sent there would be lost.
 */
export function readAddress(contents: string): AddressReading {
  const text = contents.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim()
  const compact = text.replace(/\s+/g, '')
  if (ADDRESS.test(compact)) return payable(compact)
  return readRequest(compact) ?? readPrefixed(compact) ?? { ok: false, fault: faultOf(text, compact) }
}

/** Reads an address or a request for USDC; nothing where readAddress finds a fault. */
export function readTokenAddress(contents: string): TokenAddress | undefined {
  const reading = readAddress(contents)
  if (!reading.ok) return undefined
  const { ok: _ok, ...found } = reading
  return found
}

/** The same for a form that is filled in by it: refuses what asks for an amount that cannot be read, as half of it would seem to be all. */
export function readAddressToFill(
  contents: string,
): { readonly ok: true; readonly address: string; readonly money: Money | undefined } | Extract<AddressReading, { ok: false }> {
  const reading = readAddress(contents)
  if (!reading.ok) return reading
  const { address, amount } = reading
  if (amount && !('money' in amount)) return { ok: false, fault: { why: 'amount' } }
  return { ok: true, address, money: amount?.money }
}

function readRequest(text: string): AddressReading | undefined {
  const match = REQUEST.exec(text)
  if (!match) return undefined
  const [, target = '', chain = MAINNET, action, query = ''] = match
  const parameters = readQuery(query)
  const valuesOf = (name: string) => parameters.filter(([known]) => known.toLowerCase() === name).map(([, value]) => value)
  const [address = '', ...others] = valuesOf('address')
  const other = [chain, ...valuesOf('chainid')].map(chainId).find((id) => id !== MAINNET)
  if (other !== undefined) return onOther(other, action === undefined ? target : address)
  // With a value it asks for ether, which is not paid out here.
  if (valuesOf('value').some((value) => /[1-9]/.test(value))) return refuse('request')
  if (action === undefined) return payable(target)
  const [units = '', ...moreUnits] = valuesOf('uint256')
  const isTransfer = action.toLowerCase() === 'transfer' && target.toLowerCase() === USDC_CONTRACT
  if (!isTransfer || !ADDRESS.test(address) || others.length + moreUnits.length > 0) return refuse('request')
  return payable(address, readTokenUnits(units))
}

function readPrefixed(text: string): AddressReading | undefined {
  const match = PREFIXED.exec(text)
  if (!match) return undefined
  const [, id, short = '', address = ''] = match
  const chain = id ?? CHAINS.find(([, known]) => known === short.toLowerCase())?.[0]
  if (chain === undefined)
    return NO_NETWORK.test(short) ? undefined : { ok: false, fault: { why: 'network', network: short, address } }
  return chain === MAINNET ? payable(address) : onOther(chain, address)
}

/** An address that has its grammar: with the small `0x` that everybody expects, if it is whole and somebody can have it. */
function payable(spelled: string, amount?: RequestedAmount): AddressReading {
  const address = `0x${spelled.slice(2)}`
  if (!isAddress('evm', address)) return refuse('wrong')
  const lost = whyLost('evm', address)
  if (lost) return refuse(lost)
  return { ok: true, address, ...(amount && { amount }) }
}

function faultOf(text: string, compact: string): AddressFault {
  const found = text.match(new RegExp(TARGET, 'gi')) ?? []
  if (found.length > 1) return { why: 'several' }
  const [, network] = OTHERS.find(([address]) => address.test(compact)) ?? []
  if (network !== undefined) return { why: 'network', network, address: undefined }
  if (found.length === 1 && !/^0x[0-9a-f]*$/i.test(compact)) return { why: 'words' }
  return { why: compact.length < NETWORKS.evm.addressLength ? 'short' : 'wrong' }
}

function refuse(why: Exclude<AddressFault['why'], 'network'>): AddressReading {
  return { ok: false, fault: { why } }
}

function onOther(chain: string, address: string): AddressReading {
  const [, , name = `№ ${chain}`] = CHAINS.find(([id]) => id === chain) ?? []
  return { ok: false, fault: { why: 'network', network: name, address } }
}

/** The number of a network as it is written; hex is allowed. */
function chainId(written: string): string {
  return /^(?:[0-9]{1,20}|0x[0-9a-f]{1,16})$/i.test(written) ? BigInt(written).toString() : written
}
