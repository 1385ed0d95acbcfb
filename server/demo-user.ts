import type { Brand } from '#brands/brand'

/** The user of `npm run demo`; the README names it. */
export interface DemoUser {
  /** Digits, with the country code. */
  readonly phone: string
  readonly pin: string
}

/** The demo user of a brand: a Russian number where the brand takes Russian numbers, else a British one. */
export function demoUserOf(brand: Brand): DemoUser {
  return { phone: brand.phone.excludedCountries.includes('RU') ? '447911123456' : '79123456789', pin: '2580' }
}
