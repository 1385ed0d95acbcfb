import * as v from 'valibot'
import type { Call } from '#contract/call'
import { parseDecimal, toDecimal } from '#money/amount'
import { add, type Money, money } from '#money/money'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { UNTOLD } from './untold.ts'

type Body = Readonly<Record<string, unknown>>

/** Makes the whole answer from the server's fields and the request. */
type Complete = (body: Body, asked: Body) => Body

const RATES_HOLD_MS = 60_000
const plus =
  (added: Body): Complete =>
  (body) => ({ ...added, ...body })

const DONE: Body = { message: '' }
const codeSent = plus({ ...DONE, resend_in: 60 })

/** The calls of the specification, by their paths: each entry adds our fields, which the page needs and the specification lacks. */
const COMPLETE: Readonly<Record<string, Complete>> = {
  '/v2/wallet/auth/register': codeSent,
  '/v2/wallet/auth/send_code': codeSent,
  '/v2/wallet/auth/register/phone/confirm': plus({ ...DONE, has_pin: false }),
  '/v2/wallet/auth/login': plus({ ...DONE, has_pin: true }),
  '/v2/wallet/auth/register/set/pin': plus(DONE),
  '/v2/wallet/auth/info': ({ active_identification: active, ...body }) => ({
    last_name: '',
    limits: [],
    missing_consents: [],
    has_pin: true,
    ...body,
    active_identification: isBody(active) ? { reason: null, ...active } : null,
  }),
  '/v2/wallet/text-data': plus({}),
  '/v2/wallet': plus({}),
  '/v2/wallet/user/notification': ({ results }) => ({
    results: each(results, ({ created_at }, place) => ({ id: `${place} ${created_at}` })),
  }),
  '/v2/wallet/identification-level/upgrade': plus({ verification_url: null, howto_text: null }),
  '/v2/wallet/identification-level/status': plus({ active_identification: null }),
  '/v2/wallet/exchange/rates': (body) => ({
    issued_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + RATES_HOLD_MS).toISOString(),
    ...body,
  }),
  '/v2/wallet/exchange': (body, { from_amount, to_amount }) => ({
    ...DONE,
    from_amount,
    to_amount,
    transaction_id: UNTOLD,
    created_at: new Date().toISOString(),
    ...body,
  }),
  '/v2/wallet/transaction': ({ results }) => ({ results: each(results, ofLine), next_cursor: null }),
  '/v2/wallet/stat': ({ results }) => sumsOf(Array.isArray(results) ? results.filter(isBody) : []),
  '/v2/wallet/top-up': plus({ ...DONE, order: UNTOLD }),
  '/v2/wallet/top-up/status': (body, { order, currencyCode }) => ({
    ...DONE,
    order,
    amount: '',
    currency_code: currencyCode ?? 'XXX',
    ...body,
  }),
  '/v2/wallet/withdrawal': plus({ ...DONE, transaction_id: UNTOLD }),
}

/** The words of an answer's `status`, and the meaning of any other word that is no error. */
const STATUSES: Readonly<Record<string, readonly [known: readonly unknown[], otherwise: string]>> = {
  '/v2/wallet/top-up/status': [['waiting', 'complete', 'failed'], 'waiting'],
  '/v2/wallet/withdrawal': [['ok', 'pending'], 'ok'],
}

/**
 * Completes the answer of a server that has only the fields of the specification, so that it fits the contract; undefined for a call
 * that the specification lacks. `status` alone marks an error, and any other word means success. `asked` is the body or query of the
 * request.
 */
export function completeAnswer(path: string, body: unknown, asked: unknown): unknown {
  const complete = COMPLETE[path]
  if (!(complete && isBody(body)) || body.status === 'error') return undefined
  const [known, otherwise] = STATUSES[path] ?? [[], 'ok']
  return { ...complete(body, isBody(asked) ? asked : {}), status: known.includes(body.status) ? body.status : otherwise }
}

/**
 * The completed answer of a server that has only the fields of the specification, checked by the contract; undefined when it does not
 * fit either.
 */
export function readSpecified<Request extends v.GenericSchema, Query extends v.GenericSchema, Response extends v.GenericSchema>(
  { path, response }: Call<Request, Query, Response>,
  { httpStatus, body }: { readonly httpStatus: number; readonly body: unknown },
  asked: unknown,
): { readonly output: v.InferOutput<Response> } | undefined {
  if (httpStatus >= 400 || body === undefined) return undefined
  const checked = v.safeParse(response, completeAnswer(path, body, asked))
  return checked.success ? checked : undefined
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function each(list: unknown, added: (item: Body, place: number) => Body): unknown {
  return Array.isArray(list) ? list.map((item, place) => (isBody(item) ? { ...added(item, place), ...item } : item)) : list
}

/** A line of the statement: it is complete, and its sign gives its direction. */
function ofLine({ amount, created_at }: Body, place: number): Body {
  const id = `${UNTOLD} ${place} ${created_at}`
  return {
    id,
    operation_id: id,
    account_id: UNTOLD,
    kind: UNTOLD,
    direction: String(amount).startsWith('-') ? 'out' : 'in',
    in_balance: true,
    repeat: null,
    fee: '0',
    state: 'complete',
    category: 'default',
  }
}

/** The statistics from their tiles alone: a negative tile is an expense. Their currency is not given, so it is the brand's first. */
function sumsOf(tiles: readonly Body[]): Body {
  const [currency_code = 'RUB'] = currentBrand().firstAccounts
  const flowOf = (part: readonly Body[]): Body => {
    const amounts = part.map(({ amount }) => parseDecimal(String(amount).replace('-', ''), currency_code))
    const sum = amounts.reduce((total: Money, amount) => add(total, amount), money(currency_code, 0n))
    const by_type = part.map((tile, place) => ({
      name: tile.wallet_transaction_type,
      ...tile,
      amount: toDecimal(amounts[place] ?? sum),
    }))
    return { amount: toDecimal(sum), previous_amount: null, change_percent: null, by_type }
  }
  const isOut = ({ amount }: Body): boolean => String(amount).startsWith('-')
  return {
    currency_code,
    results: [],
    missing: [],
    out: flowOf(tiles.filter(isOut)),
    in: flowOf(tiles.filter((tile) => !isOut(tile))),
    own: flowOf([]),
    compared_with: null,
    by_recipient: { top: [], rest_amount: '0', is_whole: true },
  }
}
