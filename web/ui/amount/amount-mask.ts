import type { MaskitoOptions } from '@maskito/core'
import { maskitoNumberOptionsGenerator } from '@maskito/kit'
import { type Currency, entryScale } from '#money/currency'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import { groupAmount, isShownAmount, plainAmount, readPastedAmount } from './amount-text.ts'

/** Digits before the decimals that the wire's grammar admits (money/amount.ts). */
const WHOLE_DIGITS_MAX = 12

/** How an amount is written while it is typed: with the marks of its language; what else there is on a keyboard for the decimal one is it too. */
export function amountMask(currency: Currency, language: Language, decimals = entryScale(currency)): MaskitoOptions {
  const { group, decimal } = LANGUAGE_FACTS[language]
  const number = maskitoNumberOptionsGenerator({
    decimalSeparator: decimal,
    thousandSeparator: group,
    decimalPseudoSeparators: ['.', 'б', 'ю', 'Б', 'Ю', '/', '?'],
    maximumFractionDigits: decimals,
    min: 0,
  })
  return {
    ...number,
    preprocessors: [readComma(language), readPasteIn(currency, language), ...(number.preprocessors ?? [])],
    postprocessors: [...(number.postprocessors ?? []), refuseTooLong(language)],
  }
}

type Preprocessor = NonNullable<MaskitoOptions['preprocessors']>[number]
type Postprocessor = NonNullable<MaskitoOptions['postprocessors']>[number]

/**
 * A typed comma is the decimal mark in English too: some keyboards have no other. Three digits behind it tell that it was meant to group,
 * as when a number is pasted: `1,000` is a thousand, and never one.
 */
function readComma(language: Language): Preprocessor {
  const { decimal } = LANGUAGE_FACTS[language]
  let wholeBefore: string | undefined
  return ({ elementState, data }, action) => {
    if (decimal === ',' || action !== 'insert' || data.length !== 1) return { elementState, data }
    const { value, selection } = elementState
    if (data === ',') {
      wholeBefore = value.slice(0, selection[0])
      return { elementState, data: decimal }
    }
    if (data === decimal) wholeBefore = undefined
    const [whole = '', fraction] = value.split(decimal)
    const isThird = /^[0-9]$/.test(data) && fraction?.length === 2 && selection[0] === value.length
    if (!isThird || whole !== wholeBefore) return { elementState, data }
    const ungrouped = `${whole}${fraction}`
    return { elementState: { value: ungrouped, selection: [ungrouped.length, ungrouped.length] }, data }
  }
}

/** More than one character at once was pasted or filled in; single ones are typed and are the mask's own business. */
function readPasteIn(currency: Currency, language: Language): Preprocessor {
  const { decimal } = LANGUAGE_FACTS[language]
  return ({ elementState, data }, action) => {
    if (action === 'insert' && data.length > 1) {
      return { elementState, data: readPastedAmount(data, currency).replace('.', decimal) }
    }
    const { value } = elementState
    if (action === 'validation' && /[.,'’]/.test(value) && !isShownAmount(value, language)) {
      // A keyboard that composes digits puts them between those of a group: its comma is ours then.
      const ungrouped = decimal === '.' ? value.replace(/,(?=[0-9]{3})/g, '') : value
      const plain = readPastedAmount(ungrouped.includes(',') ? value : ungrouped, currency)
      const shown = groupAmount(plain, language)
      return { elementState: { value: shown, selection: [shown.length, shown.length] }, data }
    }
    return { elementState, data }
  }
}

/** A digit too many is not taken; cutting the number would make another of it. */
function refuseTooLong(language: Language): Postprocessor {
  return (state, before) => {
    const whole = plainAmount(state.value, language).split('.')[0] ?? ''
    return whole.length > WHOLE_DIGITS_MAX ? before : state
  }
}
