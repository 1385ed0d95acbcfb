import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TreeCopy } from '#tests/tree-copy'

const KINDS = 'contract/operation-kinds.ts'
const MADE_BY = 'survive/made-by.ts'

let tree: TreeCopy
beforeAll(() => {
  tree = new TreeCopy()
  tree.put('tests/new-kind/rules.ts', 'server/gift/rules.ts')
  tree.put('tests/new-kind/wallet.test.ts', 'tests/api/gift.test.ts')
  tree.put('tests/new-kind/receipt.test.tsx', 'web/features/history/gift.test.tsx')
})
afterAll(() => tree.remove())

/** Writes the kinds of the copy: ours and the entry of a new one, which the operator makes. */
function addEntry(change: (entry: string) => string = (entry) => entry): void {
  const [, entry = ''] = readFileSync('tests/new-kind/entry.ts', 'utf8').split('export const ENTRY = {\n')
  const changed = change(entry.replace(/}\n$/, ''))
  tree.change(KINDS, (ours) => ours.replace('\n} as const satisfies', `\n${changed}} as const satisfies`))
  tree.change(MADE_BY, (ours) => ours.replace('\n} as const satisfies', "\n  gift: 'the operator',\n} as const satisfies"))
}

test('a new kind of operation is an entry and a rule: history, statistics, notices, receipts and the check of the books have it', async () => {
  addEntry()
  expect(await Promise.all([tree.compile('server'), tree.compile('web')])).toEqual(['', ''])
  // The page draws what the wallet has sent.
  for (const [project, tests] of [
    ['integration', 13],
    ['page', 2],
  ] as const) {
    const { status, said } = await tree.run('vitest/vitest.mjs', 'run', '--project', project, 'gift')
    expect(status, said).toBe(0)
    expect(said).toMatch(new RegExp(`Tests\\s+${tests} passed`))
  }
})

test.each<[what: string, change: (entry: string) => string, where: string]>([
  ['whose notices are missing', (entry) => entry.replaceAll(/\n +notices: \{[^}]*\},/g, ''), KINDS],
  ['of which nobody says whether it takes money to others', (entry) => entry.replace(/\n +isToOthers: true,/, ''), KINDS],
  ['with a text that there is not', (entry) => entry.replace('description.to_person', 'description.to_nobody'), KINDS],
  ['of a category that has no name', (entry) => entry.replace("'sent'", "'given'"), KINDS],
  [
    'that is reconciled and has nobody to ask',
    (entry) => entry.replace('isInDemo: false', 'isInDemo: false,\n    isReconciled: true'),
    'server/app/reconciliation.ts',
  ],
  ['that the demo has to have and has not', (entry) => entry.replace('isInDemo: false', 'isInDemo: true'), 'server/demo.ts'],
])('a kind %s does not compile', async (_what, change, where) => {
  addEntry(change)
  expect(await tree.compile('server')).toMatch(new RegExp(`^${where}\\(.*: error TS`, 'm'))
})

test('a kind without an entry in the table of makers does not compile', async () => {
  addEntry()
  tree.put(MADE_BY, MADE_BY)
  expect(await tree.compile('server')).toMatch(new RegExp(`^${MADE_BY}\\(.*: error TS`, 'm'))
})
