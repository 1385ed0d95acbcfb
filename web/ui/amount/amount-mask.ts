import type { MaskitoOptions } from '@maskito/core'
import { maskitoNumberOptionsGenerator } from '@maskito/kit'
import { entryScale } from '#money/currency'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import { withAsciiDigits } from '#web/ui/field/ascii-digits.ts'
import { type AmountReading, groupAmount, isTypedAmount, plainAmount, readAmount, WHOLE_DIGITS_MAX } from './amount-text.ts'

/** What begins the decimals in every language when it is typed: what keyboards have for it, and what their Russian keys write in its place. */
const MARKS = /^[.,．，。、٫бюБЮ]$/
/** What may be typed among digits and says nothing: groups come by themselves, and letters are not taken. */
const SAYS_NOTHING = /^[\s'’\p{L}\p{Sc}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u

/** How an amount is written while it is typed: with the marks of its language; what else there is on a keyboard for the decimal one is it too. */
export function amountMask(reading: AmountReading): MaskitoOptions {
  const { currency, language, decimals = entryScale(currency) } = reading
  const { group, decimal } = LANGUAGE_FACTS[language]
  const number = maskitoNumberOptionsGenerator({
    decimalSeparator: decimal,
    thousandSeparator: group,
    decimalPseudoSeparators: ['.', 'б', 'ю', 'Б', 'Ю'],
    maximumFractionDigits: decimals,
    min: 0,
  })
  return {
    ...number,
    preprocessors: [spell(language), readComma(language), readWhole(reading), ...(number.preprocessors ?? [])],
    postprocessors: [...(number.postprocessors ?? []), refuseTooLong(language)],
  }
}

type Preprocessor = NonNullable<MaskitoOptions['preprocessors']>[number]
type Postprocessor = NonNullable<MaskitoOptions['postprocessors']>[number]

/** A typed character in the digits and marks of the mask. */
function spell(language: Language): Preprocessor {
  return ({ elementState, data }, action) => {
    if (action !== 'insert' || data.length !== 1) return { elementState, data }
    const isMark = MARKS.test(data) && !/[.,，、]/.test(data)
    return { elementState, data: isMark ? LANGUAGE_FACTS[language].decimal : withAsciiDigits(data).replace('、', ',') }
  }
}

/**
 * A typed comma is the decimal mark in English too: some keyboards have no other. Three digits behind it tell that it was meant to group,
 * as when a number is pasted: `1,000` is a thousand, and never one.
 */
function readComma(language: Language): Preprocessor {
  const { decimal } = LANGUAGE_FACTS[language]
  // What stands in the field while nothing but digits was typed behind the comma.
  let sinceComma: string | undefined
  return ({ elementState, data }, action) => {
    if (decimal === ',' || action !== 'insert') return { elementState, data }
    const { value, selection } = elementState
    const isAtEnd = selection[0] === value.length
    if (data === ',') {
      sinceComma = isAtEnd ? `${value}${decimal}` : undefined
      return { elementState, data: decimal }
    }
    const isNext = value === sinceComma && isAtEnd && /^[0-9]$/.test(data)
    sinceComma = isNext ? `${value}${data}` : undefined
    const [whole = '', fraction] = value.split(decimal)
    if (!isNext || fraction?.length !== 2) return { elementState, data }
    sinceComma = undefined
    const ungrouped = `${whole}${fraction}`
    return { elementState: { value: ungrouped, selection: [ungrouped.length, ungrouped.length] }, data }
  }
}

/** More than one character at once was pasted or filled in; single ones are typed and are the mask's own business. */
function readWhole(reading: AmountReading): Preprocessor {
  const { language } = reading
  const { decimal } = LANGUAGE_FACTS[language]
  return ({ elementState, data }, action) => {
    if (action === 'insert' && data.length > 1) {
      return { elementState, data: (readAmount(data, reading) ?? '').replace('.', decimal) }
    }
    const { value } = elementState
    if (action !== 'validation' || isTypedAmount(value, reading)) return { elementState, data }
    const plain = readAmount(value, reading)
    if (plain === undefined) return { elementState, data }
    const shown = groupAmount(plain, language)
    return { elementState: { value: shown, selection: [shown.length, shown.length] }, data }
  }
}

/** A digit too many is not taken; cutting the number would make another of it. */
function refuseTooLong(language: Language): Postprocessor {
  return (state, before) => {
    const whole = plainAmount(state.value, language).split('.')[0] ?? ''
    return whole.length > WHOLE_DIGITS_MAX ? before : state
  }
}

/** What is about to be put into an amount field, where. */
export interface AmountEdit {
  readonly shown: string
  readonly selection: readonly [from: number, to: number]
  readonly data: string
}

/**
 * What an amount field would show with a text put in that the mask would take only in part, so that another number came of it: it stays to be
 * seen then, and is no amount. Nothing where the mask takes it.
 */
export function leftUnread({ shown, selection: [from, to], data }: AmountEdit, reading: AmountReading): string | undefined {
  const { currency, language, decimals = entryScale(currency) } = reading
  const { decimal, group } = LANGUAGE_FACTS[language]
  const [before, after] = [shown.slice(0, from), shown.slice(to)]
  const whole = `${before}${data}${after}`
  if (Array.from(data).length === 1) {
    if (/^\p{Nd}$/u.test(data)) return undefined
    if (!MARKS.test(data)) return SAYS_NOTHING.test(data) ? undefined : whole
    // Pressed twice it is one.
    const isAgain = before.endsWith(decimal) || after.startsWith(decimal)
    return decimals === 0 || (`${before}${after}`.includes(decimal) && !isAgain) ? whole : undefined
  }
  const plain = readAmount(data, reading)
  if (plain === undefined) return whole
  const read = [before.replaceAll(group, ''), plain.replace('.', decimal), after.replaceAll(group, '')].join('')
  const isTaken = isTypedAmount(read, reading) && (plainAmount(read, language).split('.')[0] ?? '').length <= WHOLE_DIGITS_MAX
  return isTaken ? undefined : whole
}
