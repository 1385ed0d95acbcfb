import { afterAll, beforeAll, expect, test } from 'vitest'
import { TreeCopy } from '#tests/tree-copy'

let tree: TreeCopy
beforeAll(() => {
  tree = new TreeCopy()
  tree.put('tests/new-currency/wallet.test.ts', 'tests/api/new-currency-wallet.test.ts')
})
afterAll(() => tree.remove())

test('a currency with eight decimals is one row of facts, its name, its worth in the sandbox, and a brand that offers it', async () => {
  const row = "BTC: { scale: 8, symbol: '₿', payout: 'evm' },"
  tree.change('money/currency.ts', (text) => text.replace(/( {2}USDC: \{)/, `  ${row}\n$1`))
  for (const language of ['ru', 'en']) {
    tree.change(`texts/${language}.ts`, (text) =>
      text.replaceAll(
        / {2}'(currency|a11y\.money)\.USDC.*\n/g,
        (found) => found + found.replaceAll('USDC', 'BTC').replace('USD Coin', 'Bitcoin'),
      ),
    )
  }
  tree.change('brands/stater/brand.ts', (text) => text.replace("'USDC', ", "'USDC', 'BTC', "))
  tree.change('brands/stater/levels.ts', (text) =>
    text.replaceAll(/freeLimits\('USDC'.*/g, (found) => `${found}\n      freeLimits('BTC', { min: '0.01', max: '1000' }),`),
  )
  // Forgotten, it is named by the compiler.
  expect(await tree.compile('server')).toMatch(/^sandbox\/rates\.ts.*BTC/)
  tree.change('sandbox/rates.ts', (text) => text.replace(/( {2}USDC: )/, '  BTC: 91_250_000_000_000_000n,\n$1'))
  expect(await Promise.all([tree.compile('server'), tree.compile('web')])).toEqual(['', ''])
  const { status, said } = await tree.run('vitest/vitest.mjs', 'run', '--project', 'integration', 'new-currency-wallet')
  expect(status, said).toBe(0)
  expect(said).toMatch(/Tests\s+1 passed/)
})
