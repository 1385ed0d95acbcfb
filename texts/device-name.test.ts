import { expect, test } from 'vitest'
import { deviceName, isHandheld } from './device-name.ts'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WINDOWS = `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT}`
const PHONE = `${MOZILLA} (Linux; Android 14; Pixel 8) ${WEBKIT}`
const IPHONE = `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`

test.each([
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
  [`${WINDOWS} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`, 'Yandex Browser, Windows'],
  [`${WINDOWS} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`, 'Opera, Windows'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox, Windows'],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome, Linux'],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, ChromeOS'],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    'Safari, Mac',
  ],
  [`${PHONE} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [`${PHONE} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet, Android'],
  [`${PHONE} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Telegram-Android/11.14.1`, 'Telegram, Android'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`${IPHONE} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${IPHONE} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 'Firefox, iPhone'],
  [`${IPHONE} Mobile/15E148`, 'iPhone'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test.each(['', 'node', 'curl/8.5.0', 'Call +7 900 000-00-00, your bank', MOZILLA])(
  '%j is nothing we have a name for',
  (userAgent) => {
    expect(deviceName(userAgent)).toBeUndefined()
  },
)

test('phones and tablets say so', () => {
  expect([`${PHONE} Chrome/140.0.0.0 Mobile Safari/537.36`, `${IPHONE} Mobile/15E148`].every(isHandheld)).toBe(true)
  expect(isHandheld(`${WINDOWS} Chrome/140.0.0.0 Safari/537.36`)).toBe(false)
})
