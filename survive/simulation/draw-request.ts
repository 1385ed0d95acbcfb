import type { RequestKind } from './kinds.ts'
import type { Request } from './requests.ts'
import type { Person, SeenQuote, Town } from './town.ts'
import { unitsOf, type Wanted } from './verdicts.ts'
import { currencyOf, isOpen, type MoneyRequest, ownerOf, roundedUp } from './world.ts'

export const PIN = '4815'
const CURRENCIES = ['RUB', 'RUB', 'USD', 'USD', 'EUR', 'USDC']
const RATE_DECIMALS = 12

/** What is drawn of a request: its body, what the model needs to know of it, and where not everybody can make it who does. */
type Drawn = Pick<Request, 'body' | 'wanted'> & { readonly person?: Person | undefined }

const DRAWS: Readonly<Record<RequestKind, (town: Town, person: Person) => Drawn>> = {
  account: drawAccount,
  topup: drawTopup,
  'cancel-topup': drawCancel,
  withdrawal: drawWithdrawal,
  payment: drawPayment,
  exchange: drawExchange,
  p2p: drawTransfer,
  request: drawMoneyRequest,
  'withdraw-request': (town, person) => drawClosing(town, person, ({ account }) => ownerOf(account)),
  'decline-request': (town, person) => drawClosing(town, person, ({ payer }) => payer),
  receive: drawEnd,
  decline: drawEnd,
  'take-back': (town, person) => drawEnd(town, person, true),
}

/** Draws a new request of somebody: mostly one that can be done, sometimes one that has to be refused. */
export function drawRequest(town: Town, kind: RequestKind, number: number): Request {
  const person = town.random.pick(town.people)
  const { person: maker = person, ...made } = DRAWS[kind](town, person)
  const request = { name: `${kind} ${number}`, kind, person: maker, key: `${kind}-${number}`, ...made }
  return { ...request, sentAt: town.clock.ms, final: undefined, unheard: new Set() }
}

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

/** Mostly a currency that the person has money in. */
function drawPaying(town: Town, person: Person, other?: string): string {
  const { random, world } = town
  const funded = CURRENCIES.filter((currency) => (world.accounts.get(`${person.name} ${currency}`)?.balance ?? 0n) > 0n)
  const payable = funded.filter((currency) => currency !== other)
  return payable.length > 0 && random.chance(0.7) ? random.pick(payable) : drawCurrency(town, person, other)
}

function drawTopup(town: Town, person: Person): Drawn {
  const currency = drawCurrency(town, person)
  const { amount, minor } = drawAmount(town, currency, 3000)
  return { body: { amount, currency_code: currency }, wanted: { currency, minor } }
}

/** Mostly an order that is still unpaid, by the person who made it. */
function drawCancel({ random, people, world, ids }: Town, somebody: Person): Drawn {
  const orders = [...world.operations].flatMap(([name, operation]) => (operation.kind === 'topup' ? [{ name, operation }] : []))
  const open = orders.filter(({ operation }) => isOpen(operation))
  const choice = open.length > 0 && !random.chance(0.15) ? open : orders
  const chosen = choice[random.below(choice.length)]
  const own = chosen && people.find(({ name }) => name === ownerOf(chosen.operation.account))
  const person = own && !random.chance(0.05) ? own : somebody
  const order = [...ids].find(([, name]) => name === chosen?.name)?.[0] ?? 'none'
  return { person, body: { order }, wanted: { currency: 'RUB', minor: undefined, ...(chosen && { transfer: chosen.name }) } }
}

function drawWithdrawal(town: Town, person: Person): Drawn {
  const { name } = person
  const currency = drawPaying(town, person)
  const { amount, minor } = drawAmount(town, currency, 400)
  const { pin, isPinRight } = drawPin(town)
  // Each has a card of their own.
  const digits = `${name.length}${name.charCodeAt(0)}`.padStart(6, '0')
  const number = currency === 'USDC' ? { address: `0x${digits.repeat(7).slice(0, 40)}` } : { pan: `2200${digits.repeat(2)}` }
  return { body: { amount, currency_code: currency, pin, ...number }, wanted: { currency, minor, isPinRight } }
}

function drawPin({ random }: Town): { pin: string; isPinRight: boolean } {
  const isPinRight = !random.chance(0.12)
  return { pin: isPinRight ? PIN : '0000', isPinRight }
}

const PROTECTION_CODE = '1234'

function drawTransfer(town: Town, person: Person): Drawn {
  return (town.random.chance(0.35) ? drawPaid(town, person) : undefined) ?? drawSent(town, person)
}

/** A transfer that pays a request, mostly of whom it is asked; none where there is none to be paid. */
function drawPaid(town: Town, somebody: Person): Drawn | undefined {
  const { random, people, codes, accountIds } = town
  const chosen = chooseRequest(town)
  if (!chosen) return undefined
  const { id, name, request } = chosen
  const payer = people.find((one) => one.name === request.payer)
  const code = codes.get(name)
  if (!payer && code === undefined) return undefined
  const person = payer && !random.chance(0.05) ? payer : somebody
  const currency = random.chance(0.05) ? drawPaying(town, person) : currencyOf(request.account)
  const drawn = drawAmount(town, currency, 100)
  const isAsked = request.minor !== undefined && !random.chance(0.1)
  const { amount, minor } = isAsked ? { amount: spelled(request.minor ?? 0n, currency), minor: request.minor } : drawn
  const { pin, isPinRight } = drawPin(town)
  const to = payer ? { request_id: id } : { code }
  const body = { from_account_id: accountIds.get(`${person.name} ${currency}`) ?? `no ${currency}`, to, amount, pin }
  const recipient = ownerOf(request.account)
  return { person, body, wanted: { currency, minor, recipient, isFound: true, request: name, isPinRight } }
}

interface Chosen {
  readonly id: string
  readonly name: string
  readonly request: MoneyRequest
}

/** Mostly a request that is open still. */
function chooseRequest({ random, world, ids }: Town): Chosen | undefined {
  const all = [...ids].flatMap(([id, name]): Chosen[] => {
    const request = world.requests.get(name)
    return request ? [{ id, name, request }] : []
  })
  const open = all.filter(({ request }) => request.state === 'open')
  const choice = open.length > 0 && !random.chance(0.15) ? open : all
  return choice[random.below(choice.length)]
}

function drawMoneyRequest(town: Town, person: Person): Drawn {
  const { random, people, accountIds } = town
  const currency = drawCurrency(town, person)
  const isAnyAmount = random.chance(0.25)
  const { amount, minor } = drawAmount(town, currency, 100)
  const others = people.filter((other) => other !== person)
  const payer = random.chance(0.5) ? (random.chance(0.03) ? person : random.pick(others)) : undefined
  const isCollect = !payer && random.chance(0.5)
  const days = 1 + random.below(3)
  const body = {
    account_id: accountIds.get(`${person.name} ${currency}`) ?? `no ${currency}`,
    ...(payer && { to: { phone: payer.phone } }),
    ...(!isAnyAmount && { amount }),
    is_collect: isCollect,
    days,
  }
  const about = { payer: payer?.name, isCollect, isAnyAmount, days }
  return { body, wanted: { currency, minor: isAnyAmount ? undefined : minor, ...about } }
}

function drawClosing(town: Town, somebody: Person, whoseIs: (request: MoneyRequest) => string | undefined): Drawn {
  const chosen = chooseRequest(town)
  const own = chosen && town.people.find(({ name }) => name === whoseIs(chosen.request))
  const person = own && !town.random.chance(0.05) ? own : somebody
  const wanted = { currency: 'RUB', minor: undefined, ...(chosen && { request: chosen.name }) }
  return { person, body: { request_id: chosen?.id ?? 'none' }, wanted }
}

function drawSent(town: Town, person: Person): Drawn {
  const { random, people, newcomer, accountIds } = town
  const currency = drawPaying(town, person)
  const { amount, minor } = drawAmount(town, currency, 300)
  const { pin, isPinRight } = drawPin(town)
  const others = [...people, newcomer].filter((other) => other !== person)
  const { name: recipient, phone, isFound } = random.chance(0.03) ? person : random.pick(others)
  const isProtected = random.chance(0.25)
  const from_account_id = accountIds.get(`${person.name} ${currency}`) ?? `no ${currency}`
  const body = { from_account_id, to: { phone }, amount, pin, ...(isProtected && { protection_code: PROTECTION_CODE }) }
  return { body, wanted: { currency, minor, recipient, isFound, isPinRight, protectionCode: isProtected ? 'right' : undefined } }
}

/** Mostly what waits still, and by whom it waits for, or who has sent it. */
function drawEnd(town: Town, somebody: Person, isSenders = false): Drawn {
  const { random, people, newcomer, world, ids } = town
  const waited = [...world.operations].flatMap(([name, operation]) =>
    operation.waits ? [{ name, operation, waits: operation.waits }] : [],
  )
  const open = waited.filter(({ operation }) => isOpen(operation))
  const choice = open.length > 0 && !random.chance(0.15) ? open : waited
  const chosen = choice[random.below(choice.length)]
  const whose = chosen && (isSenders ? ownerOf(chosen.operation.account) : chosen.waits.recipient)
  // Whoever has no wallet yet has not signed in.
  const own = [...people, newcomer].find(({ name, token }) => name === whose && token !== '')
  const person = own && !random.chance(0.05) ? own : somebody
  const id = [...ids].find(([, name]) => name === chosen?.name)?.[0] ?? 'none'
  const currency = chosen ? currencyOf(chosen.operation.account) : 'RUB'
  const isCodeGiven = !isSenders && chosen?.waits.receipt === 'by_code' && !random.chance(0.05)
  const protectionCode = isCodeGiven ? random.pick(['right', 'wrong', 'wrong'] as const) : undefined
  const code = protectionCode && { protection_code: protectionCode === 'right' ? PROTECTION_CODE : '0000' }
  const wanted = { currency, minor: undefined, recipient: person.name, protectionCode, ...(chosen && { transfer: chosen.name }) }
  return { person, body: { transaction_id: id, ...code }, wanted }
}

function drawPayment(town: Town, somebody: Person): Drawn {
  const { random, quotes, world, accountIds } = town
  const isPaid = ({ name }: SeenQuote): boolean => [...world.operations.values()].some((operation) => operation.quote === name)
  const quote = random.chance(0.1) ? quotes.at(-1 - random.below(5)) : quotes.findLast((each) => !isPaid(each))
  const payer = town.people.find(({ name }) => name === quote?.person)
  const person = payer && !random.chance(0.03) ? payer : somebody
  const currency = quote && random.chance(0.5) ? quote.currency : drawPaying(town, person)
  const { least = 1000n, most = least, fee = 0n } = quote ?? {}
  const isOff = random.chance(0.05)
  const minor = isOff ? most + 1n : least + (most - least) / BigInt(1 + random.below(3))
  // What has a price of its own needs no amount.
  const amount = least === most && !isOff ? {} : { amount: spelled(minor, quote?.currency ?? currency) }
  const { pin, isPinRight } = drawPin(town)
  const about = { quote_id: quote?.id ?? 'none', account_id: accountIds.get(`${person.name} ${currency}`) ?? `no ${currency}` }
  const rate = quote?.rates.get(currency)
  if (!(quote && rate)) return { person, body: { ...about, ...amount, pin }, wanted: { currency, minor, quote, isPinRight } }
  const fair = costFor(minor + fee, { from: currency, to: quote.currency, out: rate.out })
  const gives = fair + (random.chance(0.05) ? unitsOf(currency).step : 0n)
  const body = { ...about, ...amount, from_amount: spelled(gives, currency), rate_id: rate.id, pin }
  return { person, body, wanted: { currency, minor, quote, gives, fair, issuedAt: rate.issuedAt, isPinRight } }
}

function drawExchange(town: Town, person: Person): Drawn {
  const { random, offer, accountIds } = town
  const from = drawPaying(town, person)
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
  const target = unitsOf(to)
  const exact = (minor * scaledRate(out) * target.unit) / (unitsOf(from).unit * 10n ** BigInt(RATE_DECIMALS))
  return (exact / target.step) * target.step
}

/** What an amount costs at a rate, rounded up to a cent. */
function costFor(minor: bigint, { from, to, out }: { from: string; to: string; out: string }): bigint {
  const source = unitsOf(from)
  const dividend = minor * source.unit * 10n ** BigInt(RATE_DECIMALS)
  return roundedUp(dividend, scaledRate(out) * unitsOf(to).unit * source.step) * source.step
}

function scaledRate(out: string): bigint {
  const [whole = '0', fraction = ''] = out.split('.')
  return BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0'))
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
