import { NETWORKS } from '#money/networks'
import type { PaymentFacts } from './payment-facts.ts'
import { readQuery } from './query.ts'

const BITCOIN = /^bitcoin:([a-z0-9]{14,90})?(?:\?([!-~]*))?$/i
const BITCOINS = /^[0-9]{1,8}(?:\.[0-9]{1,8})?$/
const ADDRESS = NETWORKS.evm.address.source.slice(1, -1)
const ETHEREUM = new RegExp(
  `^ethereum:(?:pay-)?(${ADDRESS}|[a-z0-9.-]+\\.eth)(?:@[0-9]{1,20})?(?:/[a-z]+)?(?:\\?([!-~]*))?$`,
  'i',
)
/** Parameters that say where else a payment may go: with one of them a request needs no address. */
const OTHER_WAYS = ['bc', 'lightning', 'lno', 'sp', 'pay']
/** What a request may name once. */
const SINGLE = ['amount', 'label', 'message', 'pop']

/** A request for a coin that is not paid out here: bitcoin, or what an `ethereum:` link asks for besides USDC on its network. */
export interface CoinRequest {
  readonly kind: 'bitcoin' | 'token'
  /** As the link has them; nobody has checked that the address is one. */
  readonly facts: PaymentFacts
}

/**
 * Reads a `bitcoin:` link (BIP-321, before it BIP-21) or an `ethereum:` one (ERC-681) for what it is, so that it can be named: nothing of it
 * is paid out. Nothing for what is neither, for a `bitcoin:` link that demands what we do not know (`req-…`) or names something twice. An
 * `ethereum:` link of USDC is readTokenAddress's.
 */
export function readCoinRequest(contents: string): CoinRequest | undefined {
  return readBitcoin(contents) ?? readToken(contents)
}

function readBitcoin(contents: string): CoinRequest | undefined {
  const match = BITCOIN.exec(contents)
  if (!match) return undefined
  const parameters = readQuery(match[2] ?? '').map(([name, value]) => [name.toLowerCase(), value] as const)
  const names = parameters.map(([name]) => name)
  const value = (wanted: string) => parameters.find(([name]) => name === wanted)?.[1]
  const isTwice = SINGLE.some((name) => names.indexOf(name) !== names.lastIndexOf(name))
  const isSomewhere = match[1] !== undefined || OTHER_WAYS.some((name) => names.includes(name))
  if (isTwice || !isSomewhere || names.some((name) => name.startsWith('req-'))) return undefined
  const amount = value('amount')
  if (amount !== undefined && !BITCOINS.test(amount)) return undefined
  const facts = { recipient: match[1] ?? value('bc'), purpose: value('message') ?? value('label') }
  return { kind: 'bitcoin', facts: { ...facts, ...(amount !== undefined && { amount: { words: `${amount} BTC` } }) } }
}

function readToken(contents: string): CoinRequest | undefined {
  const match = ETHEREUM.exec(contents)
  if (!match) return undefined
  const payee = readQuery(match[2] ?? '').find(([name]) => name.toLowerCase() === 'address')?.[1]
  return { kind: 'token', facts: { recipient: payee ?? match[1] } }
}
