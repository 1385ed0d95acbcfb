import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { formatMoney } from '#money/format'
import { formatDecimal } from '#money/format-decimal'
import { formatRate } from '#money/rate-text'
import { type LevelText, levelTextIn } from '#server/users/levels'
import { deviceName } from '#texts/device-name'
import { factsOf, inLanguage, type Language } from '#texts/languages'
import type { Texts } from '#texts/texts'

/** A notification before translation. `canSecure`: it offers to secure the wallet. */
export interface UntranslatedNotice {
  readonly key: string
  readonly parameters: Readonly<Record<string, string>>
  readonly canSecure: boolean
}

/** A notice as it is stored. */
export interface StoredNotice {
  readonly kind: string
  readonly details: Readonly<Record<string, string>>
  /** The level that it is about, if it is about one. */
  readonly level_name: LevelText | null
}

/**
 * The key of a stored notice, and its details in the reader's language: its amount as money, its deadline as a day of UTC, its level by
 * name, what the operator wrote in `words`. A waiting transfer that was told before amounts were kept has a text without them.
 */
export function storedNotice(
  { kind, details, level_name: level }: StoredNotice,
  language: Language,
): Pick<UntranslatedNotice, 'key' | 'parameters'> {
  const { currency, decimal, until } = details
  const amount =
    currency !== undefined && decimal !== undefined && isCurrency(currency)
      ? { amount: formatMoney(parseDecimal(decimal, currency), language) }
      : undefined
  const day = new Intl.DateTimeFormat(factsOf(language).locale, { timeZone: 'UTC', day: 'numeric', month: 'long' })
  const hasUntil = kind === 'p2p_incoming' && amount && until !== undefined
  return {
    key: `notification.${kind}${hasUntil ? '_until' : ''}`,
    parameters: {
      ...details,
      ...amount,
      ...(until !== undefined && { until: day.format(new Date(until)) }),
      level: levelTextIn(level, language),
      // The operator's messages are stored in every language that there was.
      words: inLanguage<string>(details, language) ?? '',
    },
  }
}

/**
 * The parameters of a notification's text, in its language: rates and targets formatted, the device by name behind a colon
 * (`named_device`), a person who has closed the wallet as such, and what to do if it was not the reader (`not_me`).
 */
export function noticeParameters(
  texts: Pick<Texts, 'translate'>,
  language: Language,
  { parameters, canSecure }: Omit<UntranslatedNotice, 'key'>,
): Record<string, string> {
  const { device, person, rate, target } = parameters
  return {
    ...parameters,
    ...(device !== undefined && {
      named_device: named(device),
      // For an operator's own texts.
      device: deviceName(device) ?? texts.translate(language, 'sessions.unknown'),
    }),
    ...(person === '' && { person: texts.translate(language, 'person.closed') }),
    ...(rate !== undefined && { rate: formatRate(rate, language) }),
    ...(target !== undefined && { target: formatDecimal(target, language) }),
    not_me: texts.translate(language, canSecure ? 'notification.not_me.freeze' : 'notification.not_me.support'),
  }
}

/** Nothing for a device without a known name: the sentence is whole without it. */
function named(device: string): string {
  const name = deviceName(device)
  return name === undefined ? '' : `: ${name}`
}
