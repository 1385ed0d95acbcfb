import type { Expected } from './compare.ts'
import { wordOf } from './requests.ts'
import { type Action, type Person, type SeenQuote, type StepFacts, type Town, uneventful } from './town.ts'
import { deliveryOf, type VendorEvent, type Word } from './vendors/vendor.ts'
import {
  closing,
  currencyOf,
  type Effect,
  hearingPayment,
  hearingSent,
  identifying,
  isOpen,
  joining,
  opening,
  receiving,
  returning,
  signingIn,
  type World,
} from './world.ts'

/** What hearing a word of a vendor does. */
function hearing(town: Town, { port, reference, word }: Heard, now: number): Effect {
  return (world) => {
    const name = town.ids.get(reference) ?? ''
    if (port === 'payments') hearingPayment(name, word, now, false)(world)
    else if (word) hearingSent(name, word)(world)
  }
}

interface Heard {
  readonly port: VendorEvent['port']
  readonly reference: string
  readonly word: Word | undefined
}

/** What the wallet's own calls of vendors in a step should have come to. */
export function expectedOfCalls(town: Town, now: number, isTroubled: boolean): Expected[] {
  return town.street.calls.flatMap(({ port, method, reference, outcome, word }, place) => {
    const what = `call ${place}`
    const isCertain = !isTroubled
    const nameOf = (): string => town.ids.get(reference) ?? ''
    if (port === 'payments' && method === 'find' && outcome === 'answered') {
      return [{ what, isCertain, effect: (world) => hearingPayment(nameOf(), word, now, true)(world) }]
    }
    if (port === 'payments' && method === 'create' && outcome === 'refused') {
      return [{ what, isCertain, effect: (world) => hearingPayment(nameOf(), { state: 'failed' }, now, true)(world) }]
    }
    const isSent = port === 'payouts' || port === 'merchants'
    if (isSent && method === 'find' && outcome === 'answered' && word) {
      return [{ what, isCertain, effect: (world) => hearingSent(nameOf(), word)(world) }]
    }
    if (isSent && method === 'send') {
      const told = outcome === 'answered' && word ? word : { state: outcome === 'refused' ? 'failed' : 'pending' }
      return [{ what, isCertain, effect: (world) => hearingSent(nameOf(), told)(world) }]
    }
    const check = port === 'identity' && method === 'find' ? town.vendors.identity.checks.get(reference) : undefined
    if (check && outcome === 'answered' && word?.state === 'complete') {
      return [{ what, isCertain, effect: identifying(check.person) }]
    }
    return []
  })
}

const PATHS = {
  payments: '/webhooks/payments',
  payouts: '/webhooks/payouts',
  merchants: '/webhooks/merchants',
  identity: '/webhooks/identity',
} as const

/** A vendor delivers an event, once or twice at the same time. */
export function deliver(town: Town, event: VendorEvent, times: 1 | 2): Action {
  return async () => {
    const { body, signature } = deliveryOf(event)
    const call = { method: 'POST', url: PATHS[event.port], body, headers: { signature } } as const
    const answers = await Promise.all(Array.from({ length: times }, () => town.wallet.call(call)))
    const said = answers.map(wordOf)
    const isFirst = !event.isAcknowledged
    return ({ isTroubled, now }) => {
      const isHeard = said.includes('ok')
      const isCertain = isHeard && !event.isUnsure
      const effect = hearing(town, event, now)
      if (isHeard) event.isAcknowledged = true
      else if (isTroubled) event.isUnsure = true
      return {
        line: `${event.id.replace(/\/.*/, '')} of ${event.body} ${event.word.state}${times > 1 ? ' twice at once' : ''}: ${said.join(', ')}`,
        expected: isFirst && event.port !== 'identity' ? [{ what: event.id, isCertain, effect }] : [],
        check: () => (isTroubled || said.every((word) => word === 'ok') ? [] : [`an event was answered ${said.join(', ')}`]),
      }
    }
  }
}

/** Somebody sends what is no event of a vendor. */
export function deliverGarbage(town: Town): Action {
  return async () => {
    const url = PATHS[town.random.pick(['payments', 'payouts', 'merchants'] as const)]
    const [signature, code] = town.random.pick([
      ['forged', 'INVALID_TOKEN'],
      ['by the vendor', 'invalid_request'],
    ] as const)
    const answer = await town.wallet.call({ method: 'POST', url, body: { id: 'of no event' }, headers: { signature } })
    const word = wordOf(answer)
    return ({ isTroubled }) => ({
      line: `garbage, ${signature}: ${word}`,
      expected: [],
      check: () => (isTroubled || word === code ? [] : [`garbage was answered ${word}`]),
    })
  }
}

/** Background jobs are run, one after the other. Those of transfers and requests come to what is due, as far as they look at it. */
export function runJobs(town: Town, jobs: readonly string[]): Action {
  return async () => {
    const faults: unknown[] = []
    for (const job of jobs) faults.push(await town.wallet.run(job))
    return ({ isTroubled, before, now }) => ({
      line: `jobs ${jobs.join(', ')}`,
      expected: [
        ...(jobs.includes('p2p') ? dueTransfers(before, { now, isTroubled }) : []),
        ...(jobs.includes('requests') ? dueRequests(before, now) : []),
      ],
      check: () => (isTroubled ? [] : faults.flatMap((fault) => (fault === undefined ? [] : [`a job failed: ${String(fault)}`]))),
    })
  }
}

function dueTransfers(before: World, { now, isTroubled }: Pick<StepFacts, 'now' | 'isTroubled'>): Expected[] {
  return [...before.operations].flatMap(([name, operation]): Expected[] => {
    const { waits, account } = operation
    if (!waits || !isOpen(operation)) return []
    if (now >= waits.expiresAt) return [ending(name, 'expired', returning(name, 'expired'))]
    if (waits.receipt !== 'at_sign_up' || !before.levels.has(waits.recipient)) return []
    const opens = opening(`${waits.recipient} ${currencyOf(account)}`)
    return [
      ...(isTroubled ? [{ what: `${name}: account`, isCertain: false, effect: opens }] : []),
      ending(name, 'received', receiving(name)),
    ]
  })
}

function dueRequests({ requests }: World, now: number): Expected[] {
  return [...requests].flatMap(([name, { state, expiresAt }]) =>
    state === 'open' && now >= expiresAt ? [ending(name, 'expired', closing(name, 'expired'))] : [],
  )
}

function ending(name: string, state: string, effect: Effect): Expected {
  return { what: `${name} is ${state}`, isCertain: false, effect, endsIn: { name, state } }
}

const RATES_USABLE_MS = 330_000
const MARGIN_BASIS_POINTS = 50n

/** Somebody looks at the rates, which have to be the vendor's of the last minutes, less the margin. */
export function askRates(town: Town, person: Person): Action {
  return async () => {
    const answer = await town.wallet.call({ method: 'POST', url: '/v2/wallet/exchange/rates', token: person.token })
    const word = wordOf(answer)
    return ({ isTroubled, now }) => ({
      line: `${person.name} asks for rates: ${word}`,
      expected: [],
      check: () => {
        if (isTroubled && word !== 'ok') return []
        if (word !== 'ok') {
          const isVendors = town.street.calls.some(
            ({ port, outcome, word: told }) => port === 'rates' && (outcome !== 'answered' || told),
          )
          return isVendors && word === 'unavailable' ? [] : [`rates were answered ${word}`]
        }
        const { rates = [] } = (answer?.body ?? {}) as { rates?: readonly OfferedRate[] }
        const own = rates.map(({ id, ...rate }) => [pairOf(rate), { id, out: rate.quantity_out }] as const)
        town.vendors.rates.wereOffered = true
        town.offer = { issuedAt: Date.parse(String(answer?.body.issued_at)), rates: new Map(own) }
        const usable = town.vendors.rates.answered.filter(({ at }) => now - at <= RATES_USABLE_MS)
        const strange = rates.find((rate) => !usable.some(({ mids }) => lessMargin(mids.get(pairOf(rate))) === rate.quantity_out))
        return strange ? [`a rate that nobody gave: ${pairOf(strange)} ${strange.quantity_out}`] : []
      },
    })
  }
}

interface OfferedRate {
  readonly id: string
  readonly from_currency_code: string
  readonly to_currency_code: string
  readonly quantity_out: string
}

function pairOf({ from_currency_code: from, to_currency_code: to }: Omit<OfferedRate, 'id'>): string {
  return `${from} ${to}`
}

function lessMargin(mid = '0.'): string {
  const [whole = '', fraction = ''] = mid.split('.')
  const scaled = (BigInt(whole + fraction.padEnd(12, '0')) * (10_000n - MARGIN_BASIS_POINTS)) / 10_000n
  const digits = scaled.toString().padStart(13, '0')
  const decimals = digits.slice(-12).replace(/0+$/, '')
  return `${digits.slice(0, -12)}${decimals ? `.${decimals}` : ''}`
}

/** Somebody reads a seller's code: they are told what the vendor says of it, and the rates of their other accounts. */
export function askQuote(town: Town, person: Person): Action {
  const code = town.vendors.merchants.show(town.random)
  return async () => {
    const call = { method: 'POST', url: '/v2/wallet/payment/quote', token: person.token, body: { code } } as const
    const answer = await town.wallet.call(call)
    const word = wordOf(answer)
    return ({ isTroubled }) => {
      const quote = word === 'ok' ? seenQuote(town, person, (answer?.body ?? {}) as unknown as ToldQuote) : undefined
      if (quote) town.quotes.push(quote)
      const ends = town.street.calls.filter(({ port, method }) => port === 'merchants' && method === 'quote')
      const refused: readonly string[] = ends.map(({ outcome }) =>
        outcome === 'refused' ? 'payment_code_unknown' : 'unavailable',
      )
      const isRight = quote ? town.vendors.merchants.isPriceOf(code, quote) : refused.includes(word)
      return {
        line: `${person.name} reads a code${quote ? `, ${quote.name}` : ''}: ${word}`,
        expected: [],
        check: () => (isRight || (isTroubled && !quote) ? [] : [`a seller's code was answered ${word}, or in another way`]),
      }
    }
  }
}

interface ToldQuote {
  readonly quote_id: string
  readonly currency_code: string
  readonly amount: string | null
  readonly min: string | null
  readonly max: string | null
  readonly fee: string
  readonly expires_at: string
  readonly accounts: readonly {
    readonly currency_code: string
    readonly rate_id: string | null
    readonly quantity_out: string | null
    readonly expires_at: string
  }[]
}

const RATE_LIFE_MS = 60_000

function seenQuote({ quotes }: Town, { name: person }: Person, told: ToldQuote): SeenQuote {
  const { quote_id: id, currency_code: currency, amount, min, max, fee, expires_at, accounts } = told
  const minor = (text: string | null): bigint => minorOf(text ?? amount ?? '0', currency)
  const rates = accounts.flatMap(({ currency_code, rate_id, quantity_out: out, expires_at: until }) =>
    rate_id && out ? [[currency_code, { id: rate_id, out, issuedAt: Date.parse(until) - RATE_LIFE_MS }] as const] : [],
  )
  const price = { currency, least: minor(min), most: minor(max), fee: minor(fee), expiresAt: Date.parse(expires_at) }
  return { id, name: `quote ${quotes.length + 1}`, person, ...price, rates: new Map(rates) }
}

/** Somebody looks at their money, or at what became of an order. */
export function look(town: Town, person: Person): Action {
  return async () => {
    const answer = await town.wallet.call({ method: 'GET', url: '/v2/wallet', token: person.token })
    const word = wordOf(answer)
    return ({ isTroubled, isCrowd, before }) => ({
      line: `${person.name} looks: ${word}`,
      expected: [],
      check: () => {
        if (isTroubled || isCrowd) return []
        const { results } = (answer?.body ?? {}) as {
          results?: readonly { accounts: readonly { currency_code: string; balance: string }[] }[]
        }
        const wrong = (results?.[0]?.accounts ?? []).filter(
          ({ currency_code: currency, balance }) =>
            minorOf(balance, currency) !== before.accounts.get(`${person.name} ${currency}`)?.balance,
        )
        return word === 'ok'
          ? wrong.map(({ currency_code }) => `${person.name} sees another balance of ${currency_code}`)
          : [word]
      },
    })
  }
}

function minorOf(balance: string, currency: string): bigint {
  const [whole = '', fraction = ''] = balance.split('.')
  return BigInt(whole + fraction.padEnd(currency === 'USDC' ? 6 : 2, '0'))
}

/** Somebody wants to be identified, or asks how it goes. */
export function askIdentification(town: Town, person: Person, what: 'upgrade' | 'status'): Action {
  return async () => {
    const url = `/v2/wallet/identification-level/${what}`
    const answer = await town.wallet.call({ method: 'POST', url, token: person.token })
    const word = wordOf(answer)
    const faulty = (): boolean => town.street.calls.some(({ port, outcome }) => port === 'identity' && outcome !== 'answered')
    return ({ isTroubled }) => ({
      line: `${person.name} asks for identification, ${what}: ${word}`,
      expected: [],
      check: () => {
        const isRight =
          word === 'ok' || (what === 'upgrade' && word === 'too_many_requests') || (word === 'unavailable' && faulty())
        return isTroubled || isRight ? [] : [`identification was answered ${word}`]
      },
    })
  }
}

/** Somebody signs in again, with the code that came or with a wrong one. */
export function signIn(town: Town, person: Person): Action {
  const isRight = !town.random.chance(0.2)
  return async () => {
    const { phone } = person
    const { arrived } = town.vendors.sms
    arrived.delete(phone)
    const asked = wordOf(await town.wallet.call({ method: 'POST', url: '/v2/wallet/auth/send_code', body: { phone } }))
    const code = /[0-9]{4}/.exec(arrived.get(phone) ?? '')?.[0]
    if (code === undefined || asked === 'nothing') return uneventful(`${person.name} asks for a code: ${asked}`)
    const other = code === '0000' ? '1111' : '0000'
    const body = { phone, confirm_code: isRight ? code : other }
    const answer = await town.wallet.call({ method: 'POST', url: '/v2/wallet/auth/login', body })
    const word = wordOf(answer)
    return ({ isTroubled }) => {
      const isIn = word === 'ok'
      if (isIn) person.token = String(answer?.body.auth_token)
      const effect = signingIn(person.name)
      return {
        line: `${person.name} signs in with a ${isRight ? 'right' : 'wrong'} code: ${word}`,
        expected: isRight && (isIn || isTroubled) ? [{ what: 'sign-in', isCertain: isIn, effect }] : [],
        check: () => {
          if (isTroubled && !isIn) return []
          return isRight === isIn || (!isIn && word === 'code_limit')
            ? []
            : [`a ${isRight ? 'right' : 'wrong'} code was answered ${word}`]
        },
      }
    }
  }
}

/** Who has no wallet opens one; whoever has, but is not signed in, signs in. */
export function signUp(town: Town): Action {
  const { newcomer, world, wallet, vendors } = town
  const { name, phone } = newcomer
  if (world.levels.has(name)) return signIn(town, newcomer)
  return async () => {
    const { arrived } = vendors.sms
    arrived.delete(phone)
    const person = { first_name: name, last_name: 'Simulated', email: `${name}@mail.example`, phone }
    const asked = wordOf(await wallet.call({ method: 'POST', url: '/v2/wallet/auth/register', body: person }))
    const code = /[0-9]{4}/.exec(arrived.get(phone) ?? '')?.[0]
    if (code === undefined || asked === 'nothing') return uneventful(`${name} signs up: ${asked}`)
    const body = { phone, confirm_code: code }
    const answer = await wallet.call({ method: 'POST', url: '/v2/wallet/auth/register/phone/confirm', body })
    const word = wordOf(answer)
    return ({ isTroubled }) => {
      const isIn = word === 'ok'
      if (isIn) newcomer.token = String(answer?.body.auth_token)
      const effect = joining(name, town.firstAccounts)
      return {
        line: `${name} signs up: ${asked}, ${word}`,
        expected: isIn || isTroubled ? [{ what: 'sign-up', isCertain: isIn, effect }] : [],
        check: () => (isIn || isTroubled || word === 'code_limit' ? [] : [`a right code was answered ${word}`]),
      }
    }
  }
}
