import { NETWORKS } from '#money/networks'
import { readQuery } from './query.ts'
import { type RequestedAmount, readTokenUnits } from './requested-amount.ts'

/** USDC on the network it is paid out on (Ethereum mainnet), by its issuer. */
const USDC_CONTRACT = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const MAINNET = '1'
// Codes of capital letters have a big X.
const ADDRESS = new RegExp(NETWORKS.evm.address, 'i')
const TARGET = ADDRESS.source.slice(1, -1)
const REQUEST = new RegExp(`^ethereum:(?:pay-)?(${TARGET})(?:@([0-9]{1,20}))?(?:/([a-z]+))?(?:\\?([!-~]*))?$`, 'i')

/** Where USDC can be sent to, and how much the code asks for. */
export interface TokenAddress {
  readonly address: string
  readonly amount?: RequestedAmount | undefined
}

/**
 * Reads an Ethereum address, bare or as a payment request (ERC-681). Nothing for another network, for ether, for the token's own contract,
 * for a transfer of another token and for any other call of a contract: what is sent there would be lost.
 */
export function readTokenAddress(contents: string): TokenAddress | undefined {
  if (ADDRESS.test(contents)) return isUsdc(contents) ? undefined : { address: normal(contents) }
  const [, target = '', chain = MAINNET, action, query = ''] = REQUEST.exec(contents) ?? []
  const parameters = readQuery(query)
  const valuesOf = (name: string) => parameters.filter(([known]) => known.toLowerCase() === name).map(([, value]) => value)
  if (target === '' || chain !== MAINNET || (valuesOf('chainid')[0] ?? MAINNET) !== MAINNET) return undefined
  // With a value it asks for ether, which is not paid out here.
  if (/[1-9]/.test(valuesOf('value')[0] ?? '')) return undefined
  if (action === undefined) return isUsdc(target) ? undefined : { address: normal(target) }
  const [address = '', ...others] = valuesOf('address')
  const [units = '', ...moreUnits] = valuesOf('uint256')
  const isTransfer = action.toLowerCase() === 'transfer' && isUsdc(target)
  if (!isTransfer || !ADDRESS.test(address) || isUsdc(address) || others.length + moreUnits.length > 0) return undefined
  return { address: normal(address), amount: readTokenUnits(units) }
}

function isUsdc(address: string): boolean {
  return address.toLowerCase() === USDC_CONTRACT
}

/** With the small `0x` that everybody expects; codes of capital letters only have a big one. */
function normal(address: string): string {
  return `0x${address.slice(2)}`
}
