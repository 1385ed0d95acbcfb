import { isNetwork } from '#money/networks'
import { factSource, rowWriter } from '#server/db/batched'
import type { Queryable } from '#server/db/queryable'
import type { IncomingPayment, Requisites } from '#server/providers/payments/port'

/** Which provider's, and of which account or of which id there. */
interface AtProvider {
  readonly provider: string
}
type OfAccount = AtProvider & { readonly accountId: string }
type ByExternalId = AtProvider & Pick<Requisites, 'externalId'>

interface OwnerRow {
  place: bigint
  account_id: string
  kind: Requisites['kind']
}

interface RequisitesRow {
  place: bigint
  external_id: string
  kind: Requisites['kind']
  pay_to: string
  holder: string | null
  bank: string | null
  bank_code: string | null
  reference: string | null
  network: string | null
}

const COLUMNS = 'external_id, kind, pay_to, holder, bank, bank_code, reference, network'

const LIST_OF_ACCOUNTS = {
  name: 'topup.list_requisites_of_accounts',
  text: `select place, ${COLUMNS}
    from unnest($1::text[], $2::uuid[]) with ordinality as asked (provider, account_id, place)
    join requisites on requisites.account_id = asked.account_id and requisites.provider = asked.provider`,
}

/** The requisites of an account at a provider, as they were given; nothing before. */
export const requisitesOf = factSource(async (queryable, keys: readonly OfAccount[]) => {
  const columns = [keys.map(({ provider }) => provider), keys.map(({ accountId }) => accountId)]
  const rows = await queryable.list<RequisitesRow>(LIST_OF_ACCOUNTS, columns)
  const found = new Map(rows.map((row) => [Number(row.place), asRequisites(row)]))
  return keys.map((_, index) => found.get(index + 1))
})

/** The account that requisites are of. */
export type RequisitesOwner = Pick<OfAccount, 'accountId'> & Pick<Requisites, 'kind'>

const LIST_OWNERS = {
  name: 'topup.list_owners_of_requisites',
  text: `select place, account_id, kind
    from unnest($1::text[], $2::text[]) with ordinality as asked (provider, external_id, place)
    join requisites on requisites.provider = asked.provider and requisites.external_id = asked.external_id`,
}

/** Whose requisites they are, by the provider's id of them; nothing where nobody has them. */
export const requisitesOwnerOf = factSource(async (queryable, keys: readonly ByExternalId[]) => {
  const columns = [keys.map(({ provider }) => provider), keys.map(({ externalId }) => externalId)]
  const rows = await queryable.list<OwnerRow>(LIST_OWNERS, columns)
  const found = new Map<number, RequisitesOwner>(
    rows.map(({ place, account_id: accountId, kind }) => [Number(place), { accountId, kind }]),
  )
  return keys.map((_, index) => found.get(index + 1))
})

const KEEP = {
  name: 'topup.keep_requisites',
  text: `insert into requisites (account_id, user_id, provider, ${COLUMNS}, opened_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict do nothing`,
}

/** Keeps the requisites of an account, once; false when it has some already, or another account has these. */
export async function keepRequisites(
  queryable: Queryable,
  { accountId, userId, provider }: OfAccount & { readonly userId: string },
  requisites: Requisites,
  openedAt: Date,
): Promise<boolean> {
  const { externalId, kind, payTo } = requisites
  const own =
    kind === 'bank'
      ? [requisites.holder, requisites.bank, requisites.bankCode ?? null, requisites.reference ?? null, null]
      : [null, null, null, null, requisites.network]
  const kept = await queryable.run(KEEP, [accountId, userId, provider, externalId, kind, payTo, ...own, openedAt])
  return kept === 1
}

interface Credited extends Pick<IncomingPayment, 'externalId'> {
  readonly operationId: string
  readonly provider: string
  readonly accountId: string
}

const INSERT_TOPUP = {
  name: 'topup.insert_without_order',
  text: `insert into topup (operation_id, provider, external_id) select * from unnest($1::uuid[], $2::text[], $3::text[])`,
}

/** The row of a top-up that nobody has ordered: its provider is not polled about it. */
export const topupWithoutOrderRow = rowWriter(INSERT_TOPUP, (rows: readonly Credited[]) => [
  rows.map(({ operationId }) => operationId),
  rows.map(({ provider }) => provider),
  rows.map(({ externalId }) => externalId),
])

const INSERT_INCOMING = {
  name: 'topup.insert_incoming_payment',
  text: `insert into incoming_payment (operation_id, provider, external_id, account_id)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[])`,
}

/** The row of the payment that a top-up was made for. A second top-up for it fails: callers look first (orderOfIncoming). */
export const incomingPaymentRow = rowWriter(INSERT_INCOMING, (rows: readonly Credited[]) => [
  rows.map(({ operationId }) => operationId),
  rows.map(({ provider }) => provider),
  rows.map(({ externalId }) => externalId),
  rows.map(({ accountId }) => accountId),
])

function asRequisites(row: RequisitesRow): Requisites {
  const { external_id: externalId, kind, pay_to: payTo, holder, bank, network } = row
  if (kind === 'address' && network !== null && isNetwork(network)) return { externalId, kind, payTo, network }
  if (kind !== 'bank' || holder === null || bank === null) throw new Error('Requisites are not whole')
  return { externalId, kind, payTo, holder, bank, bankCode: row.bank_code ?? undefined, reference: row.reference ?? undefined }
}
