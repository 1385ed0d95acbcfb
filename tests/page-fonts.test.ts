import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const FONTS = new URL('../web/ui/page/fonts.css', import.meta.url)

test('every font file named in fonts.css exists', async () => {
  const css = await readFile(FONTS, 'utf8')
  const addresses = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) {
    const file = address.startsWith('.') ? new URL(address, FONTS) : new URL(import.meta.resolve(address))
    expect((await readFile(file)).subarray(0, 4).toString(), address).toBe('wOF2')
  }
})
