import type { Operator } from '#brands/brand'

/** Nobody's: whoever runs the wallet puts its own name and licence here. */
export const operator: Operator = {
  name: { ru: 'Grok Payments Ltd (образец)', en: 'Grok Payments Ltd (sample)' },
  licence: { ru: 'Лицензия на электронные деньги № 000000', en: 'Electronic money licence No. 000000' },
}
