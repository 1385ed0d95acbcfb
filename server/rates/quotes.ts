import { validate } from 'uuid'
import type { Currency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'
import { quantityOut } from '#money/rate-quoted'
import { deleteOldRows } from '#server/db/delete-old'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { Unavailable } from '#server/providers/outage'
import type { RateProvider } from '#server/providers/rates/port'
import { areAccepted, listJumps } from './jumps.ts'
import { expectFresh } from './stale.ts'

/** A rate the wallet offered at an instant; never changed afterwards. `mid` and `marginBasisPoints` explain how it was made. */
export interface Quote {
  readonly id: string
  readonly rate: Rate
  readonly quantityOut: string
  readonly mid: string
  readonly marginBasisPoints: number
  readonly issuedAt: Date
}

/** Mid rates, and when the provider gave them. */
export interface TakenRates {
  readonly rates: readonly Rate[]
  readonly at: Date
}

/** Rates as they are offered, and found again by id. */
export interface Quotes {
  /** The rates from every account currency, at this instant: to the others, and to those that a total can be told in. Throws Unavailable when the provider has given nothing usable for five minutes. */
  issue(now: Date): Promise<{ quotes: readonly Quote[]; issuedAt: Date }>
  /** The same rates, only to say what something is worth: nothing is written down, and nothing can be bought at them. Throws as `issue`. */
  present(now: Date): Promise<readonly Rate[]>
  /** The provider's mid rates between the account currencies as they are believed now, and when they were taken. Throws as `issue`. */
  mids(now: Date): Promise<TakenRates>
  /** The quote of an id; nothing for ids that were never given out, or long ago, or of a pair that is not exchanged. */
  find(id: string): Promise<Quote | undefined>
}

export interface QuotesDeps {
  readonly database: Database
  readonly rates: RateProvider
  /** What accounts are opened in: only between these is there an exchange. */
  readonly accountCurrencies: readonly Currency[]
  /** The operator's margin of a pair at this moment. */
  readonly marginBasisPoints: (from: Currency, to: Currency) => number
  /** How old the provider's prices may be by its own word. */
  readonly maxAgeSeconds: number
  /** Told when the provider gave nothing usable. */
  readonly warn: (error: Error) => void
}

interface Pair {
  readonly from: Currency
  readonly to: Currency
}

interface StoredRate extends Pair {
  readonly out: string
  readonly mid: string
  readonly margin: number
}

const TAKE_EVERY_MS = 30_000
const USABLE_MS = 300_000
const SHEET_EVERY_MS = 1000
const SHEETS_REMEMBERED = 600

const INSERT_SHEET = {
  name: 'exchange.insert_sheet',
  text: 'insert into rate_sheet (id, issued_at, taken_at, rates) values ($1, $2, $3, $4)',
}
const FIND_LATEST = {
  name: 'exchange.find_latest_sheet',
  text: 'select taken_at, rates from rate_sheet where issued_at <= $1 order by issued_at desc limit 1',
}
const FIND_SHEET = { name: 'exchange.find_sheet', text: 'select issued_at, rates from rate_sheet where id = $1' }

/**
 * Keeps the provider's mid rates (asked at most every 30 s) and offers them with the operator's margin. What can be exchanged
 * at is written down as an immutable sheet, a new one at most every second; a quote's id is its sheet's id and its pair. Rates to
 * currencies without accounts only say what an account is worth: they are kept nowhere, and their id buys nothing.
 */
export function createQuotes(deps: QuotesDeps): Quotes {
  const { database, accountCurrencies, marginBasisPoints } = deps
  const sheets = new Map<string, Promise<readonly Quote[] | undefined>>()
  const takeRates = createRateTaker(deps)
  let newest: Promise<{ quotes: readonly Quote[]; issuedAt: Date }> | undefined
  let newestAt = Number.NEGATIVE_INFINITY

  function price({ rates }: TakenRates): StoredRate[] {
    const offered = rates.filter(({ from }) => accountCurrencies.includes(from))
    return offered.map((mid) => {
      const { from, to } = mid
      const margin = marginBasisPoints(from, to)
      return { from, to, out: quantityOut(mid, BigInt(margin)), mid: quantityOut(mid, 0n), margin }
    })
  }

  async function writeSheet(now: Date): Promise<{ quotes: readonly Quote[]; issuedAt: Date }> {
    const known = await takeRates(now)
    const { at } = known
    const id = idAt(now)
    const priced = price(known)
    await database.run(INSERT_SHEET, [id, now, at, JSON.stringify(priced.filter((rate) => isExchanged(accountCurrencies, rate)))])
    const quotes = priced.flatMap((rate) => quoteOf(id, rate, now) ?? [])
    remember(sheets, id, Promise.resolve(quotes.filter(({ rate }) => isExchanged(accountCurrencies, rate))))
    return { quotes, issuedAt: now }
  }

  return {
    async present(now) {
      return price(await takeRates(now)).flatMap((rate) => quoteOf('', rate, now)?.rate ?? [])
    },
    async mids(now) {
      const { rates, at } = await takeRates(now)
      return { rates: rates.filter((rate) => isExchanged(accountCurrencies, rate)), at }
    },
    issue(now) {
      if (!newest || Math.abs(now.getTime() - newestAt) >= SHEET_EVERY_MS) {
        newestAt = now.getTime()
        newest = writeSheet(now)
        newest.catch(() => {
          newest = undefined
        })
      }
      return newest
    },
    async find(id) {
      const sheetId = /^([0-9a-f-]{36})\.[A-Z]+-[A-Z]+$/.exec(id)?.[1]
      if (!(sheetId && validate(sheetId))) return undefined
      let sheet = sheets.get(sheetId)
      if (!sheet) {
        sheet = readSheet(database, sheetId)
        remember(sheets, sheetId, sheet)
      }
      return (await sheet)?.find((quote) => quote.id === id)
    },
  }
}

/** Takes the provider's mid rates, as often as it may be asked; those of the last minutes when it gives nothing usable. */
function createRateTaker(deps: QuotesDeps): (now: Date) => Promise<TakenRates> {
  const { database, rates: provider, accountCurrencies, maxAgeSeconds, warn } = deps
  let taken: TakenRates | undefined
  let taking: Promise<TakenRates> | undefined

  /** The rates that were believed last: by this process, or by another since, or before this one began. */
  async function findBelieved(now: Date): Promise<TakenRates | undefined> {
    if (taken && now.getTime() - taken.at.getTime() < USABLE_MS) return taken
    const offered = await findOffered(database, now)
    return offered && !(taken && taken.at > offered.at) ? offered : taken
  }

  async function askProvider(now: Date): Promise<TakenRates> {
    try {
      const latest = await provider.latest()
      await expectFresh(database, { asOf: latest.asOf, now, maxAgeSeconds })
      const exchanged = latest.rates.filter((rate) => isExchanged(accountCurrencies, rate))
      const jumps = listJumps((await findBelieved(now))?.rates ?? [], exchanged)
      if (jumps.length > 0 && !(await areAccepted(database, jumps, now))) {
        throw new Unavailable('rates', new Error('A rate jumped'))
      }
      taken = { rates: latest.rates, at: now }
      return taken
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      warn(error)
      if (taken && now.getTime() - taken.at.getTime() < USABLE_MS) return taken
      throw error
    }
  }

  return async (now) => {
    if (taken && Math.abs(now.getTime() - taken.at.getTime()) < TAKE_EVERY_MS) return taken
    taking ??= askProvider(now).finally(() => {
      taking = undefined
    })
    return taking
  }
}

function isExchanged(accountCurrencies: readonly Currency[], { from, to }: Pair): boolean {
  return accountCurrencies.includes(from) && accountCurrencies.includes(to)
}

/** The rates, for features that show sums in one currency: a look-up at the current instant. */
export function presentRatesOf(quotes: Pick<Quotes, 'present'>) {
  return async (now: Date) => {
    const rates = await quotes.present(now)
    return (from: Currency, to: Currency): Rate | undefined => rates.find((rate) => rate.from === from && rate.to === to)
  }
}

/** The mid rates that were offered last, by whichever process and however long ago. */
async function findOffered(database: Database, now: Date): Promise<TakenRates | undefined> {
  const row = await database.find<{ taken_at: Date; rates: StoredRate[] }>(FIND_LATEST, [now])
  return row && { at: row.taken_at, rates: row.rates.flatMap(({ from, to, mid }) => parseRate(from, to, '1', mid) ?? []) }
}

async function readSheet(database: Database, sheetId: string): Promise<readonly Quote[] | undefined> {
  const row = await database.find<{ issued_at: Date; rates: StoredRate[] }>(FIND_SHEET, [sheetId])
  return row?.rates.flatMap((rate) => quoteOf(sheetId, rate, row.issued_at) ?? [])
}

function quoteOf(sheetId: string, { from, to, out, mid, margin }: StoredRate, issuedAt: Date): Quote | undefined {
  const rate = parseRate(from, to, '1', out)
  return rate && { id: `${sheetId}.${from}-${to}`, rate, quantityOut: out, mid, marginBasisPoints: margin, issuedAt }
}

function remember(
  sheets: Map<string, Promise<readonly Quote[] | undefined>>,
  id: string,
  sheet: Promise<readonly Quote[] | undefined>,
): void {
  sheets.set(id, sheet)
  // An id nobody has is not remembered, nor is a failed look.
  sheet.then(
    (quotes) => quotes ?? sheets.delete(id),
    () => sheets.delete(id),
  )
  const oldest = sheets.size > SHEETS_REMEMBERED ? sheets.keys().next().value : undefined
  if (oldest) sheets.delete(oldest)
}

const OLD_MS = 86_400_000

// The first rates after a pause are held against the last ones.
const IS_NOT_LAST = 'issued_at < (select max(issued_at) from rate_sheet)'

/** Deletes rates a day after they were offered, but for the last ones. */
export async function deleteOldRates(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'rate_sheet', 'issued_at', new Date(now.getTime() - OLD_MS), IS_NOT_LAST)
}
