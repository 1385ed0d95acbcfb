// In the order they are looked for: most browsers also name the ones they are built on.
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Telegram/, 'Telegram'],
  [/YaBrowser|YaSearchBrowser/, 'Yandex Browser'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\/|Opera/, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/DuckDuckGo\//, 'DuckDuckGo'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Version\/[0-9.]+.*Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/**
 * A device as a person knows it, `Chrome, Windows`, from what it says of itself (User-Agent). Only names of our own lists come back, the same in
 * every language, so nobody puts words of his into somebody's list or notice; nothing when no name fits.
 */
export function deviceName(userAgent: string): string | undefined {
  const names = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : undefined
}

/** Whether it says that it is a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  return /Mobi|Android|iPad/.test(userAgent)
}

function nameIn(list: typeof BROWSERS, userAgent: string): string | undefined {
  return list.find(([sign]) => sign.test(userAgent))?.[1]
}
