const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** A number format of the platform, made once: making one takes longer than writing a hundred numbers with it. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return known(numbers, locale, options, () => new Intl.NumberFormat(locale, options))
}

/** A date format of the platform, made once. Without a time zone in its options it keeps to the device's of when it was made. */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return known(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))
}

function known<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? make()
  formats.set(key, format)
  return format
}
