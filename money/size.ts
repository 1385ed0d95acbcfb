import { CURRENCIES, CURRENCY_CODES } from './currency.ts'

/** The most decimals that any currency is booked in. */
export const SCALE_MAX = Math.max(...CURRENCY_CODES.map((currency) => CURRENCIES[currency].scale))

/** How large an amount is, of whatever currency: as many decimals as the finest is booked in. */
export const SIZE_GRAMMAR = new RegExp(`^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,${SCALE_MAX}})?$`)
