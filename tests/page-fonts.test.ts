import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const FONTS = new URL('../web/ui/page/fonts.css', import.meta.url)

test('every font that the page names is there: the build leaves the address of a missing one as it is', async () => {
  const css = await readFile(FONTS, 'utf8')
  const addresses = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) {
    const file = address.startsWith('.') ? new URL(address, FONTS) : new URL(import.meta.resolve(address))
    expect((await readFile(file)).subarray(0, 4).toString(), address).toBe('wOF2')
  }
})
