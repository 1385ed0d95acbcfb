import type { Request } from './requests.ts'
import type { Person, Town } from './town.ts'
import { unitsOf, type Wanted } from './verdicts.ts'

export const PIN = '4815'
const CURRENCIES = ['RUB', 'RUB', 'USD', 'USD', 'EUR', 'USDC']
const RATE_DECIMALS = 12

/** Draws a new request of somebody: mostly one that can be done, sometimes one that has to be refused. */
export function drawRequest(town: Town, kind: Request['kind'], number: number): Request {
  const person = town.random.pick(town.people)
  const made = { topup: drawTopup, withdrawal: drawWithdrawal, exchange: drawExchange, account: drawAccount }[kind](town, person)
  const key = `${kind}-${number}`
  return { name: `${kind} ${number}`, kind, person, key, sentAt: town.clock.ms, final: undefined, unheard: new Set(), ...made }
}

type Drawn = Pick<Request, 'body' | 'wanted'>

function drawAccount({ random }: Town, _person: Person): Drawn {
  const currency = random.pick(['EUR', 'USDC', 'EUR', 'RUB'])
  return { body: { currency_code: currency }, wanted: { currency, minor: undefined } }
}

/** Mostly a currency that the person has an account in. */
function drawCurrency({ random, accountIds }: Town, { name }: Person, other?: string): string {
  const others = CURRENCIES.filter((currency) => currency !== other)
  const own = others.filter((currency) => accountIds.has(`${name} ${currency}`))
  return random.pick(random.chance(0.05) ? others : own)
}

function drawTopup(town: Town, person: Person): Drawn {
  const currency = drawCurrency(town, person)
  const { amount, minor } = drawAmount(town, currency, 3000)
  return { body: { amount, currency_code: currency }, wanted: { currency, minor } }
}

function drawWithdrawal(town: Town, person: Person): Drawn {
  const { random } = town
  const { name } = person
  const currency = drawCurrency(town, person)
  const { amount, minor } = drawAmount(town, currency, 400)
  const isPinRight = !random.chance(0.12)
  // Each has a card of their own.
  const digits = `${name.length}${name.charCodeAt(0)}`.padStart(6, '0')
  const number = currency === 'USDC' ? { address: `0x${digits.repeat(7).slice(0, 40)}` } : { pan: `2200${digits.repeat(2)}` }
  const pin = isPinRight ? PIN : '0000'
  return { body: { amount, currency_code: currency, pin, ...number }, wanted: { currency, minor, isPinRight } }
}

function drawExchange(town: Town, person: Person): Drawn {
  const { random, offer, accountIds } = town
  const from = drawCurrency(town, person)
  const to = drawCurrency(town, person, from)
  const { amount, minor } = drawAmount(town, from, 300)
  const rate = offer?.rates.get(`${from} ${to}`)
  const fair = fairFor(minor ?? 0n, from, to, rate?.out ?? '0')
  // Of what is asked and what the rate gives the less counts.
  const { step } = unitsOf(to)
  const gets = fair + random.pick([0n, 0n, 0n, 0n, -step, step])
  const isPositive = gets > 0n
  const wanted: Wanted = {
    currency: from,
    to,
    minor,
    gets: isPositive ? gets : 0n,
    fair,
    issuedAt: offer?.issuedAt ?? Number.NEGATIVE_INFINITY,
  }
  const body = {
    from_account_id: accountIds.get(`${person.name} ${from}`) ?? `no ${from}`,
    to_account_id: accountIds.get(`${person.name} ${to}`) ?? `no ${to}`,
    from_amount: amount,
    to_amount: isPositive ? spelled(gets, to) : '0',
    rate_id: rate?.id ?? 'none',
  }
  return { body, wanted }
}

/** What a rate gives for an amount, rounded down to a cent. */
function fairFor(minor: bigint, from: string, to: string, out: string): bigint {
  const [whole = '0', fraction = ''] = out.split('.')
  const scaled = BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0'))
  const target = unitsOf(to)
  const exact = (minor * scaled * target.unit) / (unitsOf(from).unit * 10n ** BigInt(RATE_DECIMALS))
  return (exact / target.step) * target.step
}

const NO_AMOUNTS = ['0', '1e3', '1.005', '-5', '01.00', '٥', '1,5']

/** An amount as it is typed: up to so many whole units, and now and then too little, too much, or none. */
function drawAmount({ random }: Town, currency: string, most: number): { amount: string; minor: bigint | undefined } {
  const chance = random.below(100)
  if (chance < 3) return { amount: random.pick(NO_AMOUNTS), minor: undefined }
  const { step, unit } = unitsOf(currency)
  const cents = chance < 6 ? BigInt(1 + random.below(99)) : chance < 8 ? 900_000_000n : BigInt(1000 + random.below(most * 100))
  const minor = cents * step
  return { amount: spelled(minor, currency), minor: unit > 0n ? minor : undefined }
}

function spelled(minor: bigint, currency: string): string {
  const cents = (minor / unitsOf(currency).step).toString().padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`
}
