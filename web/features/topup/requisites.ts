import { queryOptions } from '@tanstack/react-query'
import { codeOfRequisites } from '#codes/requisites-code'
import type { ResponseOf } from '#contract/call'
import { accountRequisites } from '#contract/requisites'
import type { Currency } from '#money/currency'
import type { TextKey } from '#texts/texts'
import { callApi } from '#web/lib/api/call.ts'

/** Where an account is paid to from outside. */
export type Requisites = NonNullable<ResponseOf<typeof accountRequisites>['requisites']>

/** The requisites of an account in the query cache; null where there are none. They stay the same. */
export function requisitesQuery(accountId: string) {
  return queryOptions({
    queryKey: ['requisites', accountId],
    queryFn: async ({ signal }) => (await callApi(accountRequisites, { query: { account_id: accountId }, signal })).requisites,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A line of requisites: what it is called, and what is copied. */
export interface RequisitesLine {
  readonly key: TextKey
  readonly value: string
}

/** What of requisites a payer has to know, in the order in which a bank asks for it. */
export function linesOf(requisites: Requisites): readonly RequisitesLine[] {
  const { kind, pay_to, holder, bank, bank_code, reference, network } = requisites
  if (kind === 'address') return present(['requisites.address', pay_to], ['requisites.network', network])
  return present(
    ['requisites.holder', holder],
    // An IBAN begins with its country.
    [/^[A-Z]{2}[0-9]{2}/.test(pay_to) ? 'requisites.iban' : 'requisites.account', pay_to],
    ['requisites.bank', bank],
    // The code of a bank is figures in Russia, and letters everywhere else.
    [/^[0-9]+$/.test(bank_code ?? '') ? 'requisites.bik' : 'requisites.swift', bank_code],
    ['requisites.reference', reference],
  )
}

/** What the code of requisites says, for a camera of whoever pays: the address, or what a bank fills a transfer in with, where its currency has such codes. */
export function codeTextOf(currency: Currency, requisites: Requisites): string | undefined {
  const { kind, pay_to: account, holder = '', bank = '', bank_code: bankCode, reference: purpose } = requisites
  return kind === 'address' ? account : codeOfRequisites(currency, { account, holder, bank, bankCode, purpose })
}

function present(...lines: readonly (readonly [key: TextKey, value: string | undefined])[]): readonly RequisitesLine[] {
  return lines.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
}
