import { type Currency, networkOf } from '#money/currency'

/** What the requisites of an account in a currency are called: a bank's, or an address on its network. */
export function requisitesTitle(currency: Currency): 'requisites.address_title' | 'requisites.bank_title' {
  return networkOf(currency) === undefined ? 'requisites.bank_title' : 'requisites.address_title'
}
