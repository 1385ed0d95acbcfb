import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { newBankNumber } from './bank-numbers.ts'
import type { SandboxOptions } from './options.ts'
import { Fault, GRAMMAR, readCurrency, readField, readUrl, requireKey } from './vendor-api.ts'

/** Where money for an account of a wallet is paid to: the number of a bank account, or an address for USDC. */
export interface Requisites {
  readonly id: string
  /** The wallet's own id of the account. */
  readonly reference: string
  readonly currency: string
  readonly payTo: string
  readonly webhookUrl: string
}

/** What somebody has paid to requisites; `amount` is a decimal string. */
interface Incoming {
  readonly id: string
  readonly requisites: string
  readonly amount: string
  readonly currency: string
  /** What was said of it later (desk.ts), in the place of what it was. */
  readonly toldStatus: 'complete' | 'charged_back' | null
  readonly toldAmount: string | null
}

const COLUMNS = 'id, reference, currency, pay_to as "payTo", webhook_url as "webhookUrl"'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The bank's API for the wallet; the page for who pays is bank-page.ts. */
export function requisitesRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  const onRequest = requireKey(options.secrets.apiKey)

  scope.post('/payments/api/requisites', { onRequest }, async (request, reply) => {
    const requisites = await openRequisites(options, request.body)
    return reply.code(201).send(shown(requisites, options.merchant ?? 'E-Wallet'))
  })

  scope.get<{ Params: { id: string } }>('/payments/api/incoming/:id', { onRequest }, async (request) => {
    const incoming = await findIncoming(options.pool, request.params.id)
    if (!incoming) throw new Fault(404, 'not_found', 'There is no such payment.')
    return showIncoming(incoming)
  })
}

async function openRequisites({ pool, clock }: SandboxOptions, body: unknown): Promise<Requisites> {
  const reference = readField(body, 'reference', GRAMMAR.reference)
  const currency = readCurrency(body)
  const payTo = currency === 'USDC' ? `0x${randomBytes(20).toString('hex')}` : newBankNumber(currency)
  await pool.query(
    `insert into sandbox.requisites (id, reference, currency, pay_to, webhook_url, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (reference) do nothing`,
    [randomUUID(), reference, currency, payTo, readUrl(body, 'webhook_url'), clock()],
  )
  const { rows } = await pool.query<Requisites>(`select ${COLUMNS} from sandbox.requisites where reference = $1`, [reference])
  const [requisites] = rows
  if (requisites?.currency !== currency) throw new Fault(409, 'reference_used', 'This account is in another currency.')
  return requisites
}

/** Finds requisites by what is paid to, as somebody has written it: spaces, and for an address capitals, do not count. */
export async function findRequisites(pool: Pool, written: string): Promise<Requisites | undefined> {
  const payTo = written.replaceAll(/\s/g, '')
  if (payTo.length > 64 || payTo.includes('\0')) return undefined
  const { rows } = await pool.query<Requisites>(`select ${COLUMNS} from sandbox.requisites where lower(pay_to) = lower($1)`, [
    payTo,
  ])
  return rows[0]
}

/** Pays an amount to requisites, and queues the word of it, in one statement; gives the payment's id. */
export async function payTo(
  { pool, clock }: SandboxOptions,
  { id: requisites, webhookUrl }: Requisites,
  { amount, currency }: Pick<Incoming, 'amount' | 'currency'>,
): Promise<string> {
  const now = clock()
  const incoming = { id: randomUUID(), requisites, amount, currency, toldStatus: null, toldAmount: null }
  const event = { id: randomUUID(), type: 'incoming.updated', created_at: now.toISOString(), incoming: showIncoming(incoming) }
  await pool.query(
    `with paid as (
       insert into sandbox.incoming (id, requisites_id, amount, currency, paid_at) values ($1, $2, $3, $4, $5))
     insert into sandbox.delivery (id, url, body, created_at, next_attempt_at) values ($6, $7, $8, $5, $5)`,
    [incoming.id, requisites, amount, currency, now, event.id, webhookUrl, JSON.stringify(event)],
  )
  return incoming.id
}

/** Finds what somebody has paid by the bank's id of it. */
export async function findIncoming(pool: Pool, id: string): Promise<Incoming | undefined> {
  if (!UUID.test(id)) return undefined
  const { rows } = await pool.query<Incoming>(
    `select id, requisites_id as requisites, amount, currency, told_status as "toldStatus", told_amount as "toldAmount"
     from sandbox.incoming where id = $1`,
    [id],
  )
  return rows[0]
}

/** What somebody has paid, as the bank tells it. */
export function showIncoming({ id, requisites, amount, currency, toldStatus, toldAmount }: Incoming) {
  return { id, requisites, status: toldStatus ?? 'complete', amount: toldAmount ?? amount, currency }
}

function shown({ id, currency, payTo: number }: Requisites, holder: string) {
  if (currency === 'USDC') return { kind: 'address', id, network: 'evm', address: number }
  const ofRussia = { bank: 'Банк «Песочница»', bank_code: '044525000', reference: 'Пополнение кошелька' }
  const abroad = { bank: 'Sandbox Bank', bank_code: 'SANDGB2L', reference: 'Wallet top-up' }
  return { kind: 'bank', id, number, holder, ...(currency === 'RUB' ? ofRussia : abroad) }
}
