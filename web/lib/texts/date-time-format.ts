const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A date format of the platform, made once: making one takes longer than writing a hundred dates with it. Without a time zone in its
 * options it keeps to the device's of when it was made.
 */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
