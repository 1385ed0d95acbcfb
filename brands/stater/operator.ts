import type { Operator } from '#brands/brand'

/** Nobody's: whoever runs the wallet puts its own name and licence here. */
export const operator: Operator = {
  name: { ru: 'НКО «Статер» (образец)', en: 'Stater NCO (sample)' },
  licence: { ru: 'Лицензия Банка России № 0000-К', en: 'Bank of Russia licence No. 0000-K' },
}
