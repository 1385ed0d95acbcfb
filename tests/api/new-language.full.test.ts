import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markedCatalogue } from '#tests/marked-catalogue'
import { TreeCopy } from '#tests/tree-copy'

const ADDED = 'es'
const LIST = 'texts/languages.ts'

let tree: TreeCopy
beforeAll(() => {
  tree = new TreeCopy()
  tree.write(`texts/${ADDED}.ts`, markedCatalogue(ADDED))
  tree.put('tests/new-language/wallet.test.ts', 'tests/api/new-language-wallet.test.ts')
  tree.put('tests/new-language/page.test.tsx', 'web/screens/new-language-page.test.tsx')
})
afterAll(() => tree.remove())

test('a language is one catalogue and one entry in a list: page, server and messages speak it, and nothing else is changed', async () => {
  expect(readdirSync('texts')).not.toContain(`${ADDED}.ts`)
  const entry = `${ADDED}: { name: 'Español', locale: 'es-ES', group: '.', decimal: ',', isSymbolFirst: false, isMondayFirst: true },`
  tree.change(LIST, (text) => text.replace('\n} satisfies', `\n  ${entry}\n} satisfies`))
  expect(await Promise.all([tree.compile('server'), tree.compile('web')])).toEqual(['', ''])
  for (const [project, files, tests] of [
    ['integration', ['new-language-wallet'], 7],
    ['page', ['new-language-page'], 3],
    // What is asked of every catalogue, brand and number.
    ['unit', ['texts/', 'brands/', 'money/format', 'server/push/words', 'server/operator', 'server/http/language'], undefined],
  ] as const) {
    const { status, said } = await tree.run('vitest/vitest.mjs', 'run', '--project', project, ...files)
    expect(status, said).toBe(0)
    if (tests !== undefined) expect(said).toMatch(new RegExp(`Tests\\s+${tests} passed`))
  }
})

test('a catalogue without a text does not compile, and no wallet starts with it', async () => {
  const entry = `${ADDED}: { name: 'Español', locale: 'es-ES', group: '.', decimal: ',', isSymbolFirst: false, isMondayFirst: true },`
  tree.change(LIST, (text) => text.replace('\n} satisfies', `\n  ${entry}\n} satisfies`))
  tree.write(`texts/${ADDED}.ts`, markedCatalogue(ADDED).replace(/\n {2}"common\.back": .*/, ''))
  expect(await tree.compile('server')).toMatch(new RegExp(`^texts/${ADDED}\\.ts\\(.*: error TS.*common\\.back`, 'ms'))
  const { status, said } = await tree.run('tsx/dist/cli.mjs', '-e', "import('./texts/texts.ts')")
  expect([status === 0, said]).toEqual([false, expect.stringContaining(`texts/${ADDED}.ts`)])
  expect(said).toContain('common.back')
})
