import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const KINDS = 'contract/operation-kinds.ts'
/** The files of the new kind, and where they are put in the copy. */
const ADDED = {
  'rules.ts': 'server/gift/rules.ts',
  'wallet.test.ts': 'tests/api/gift.test.ts',
  'receipt.test.tsx': 'web/features/history/gift.test.tsx',
}
const COPIED = ['money', 'contract', 'texts', 'brands', 'server', 'sandbox', 'db', 'bench', 'scripts', 'tests', 'web']
const FILES = ['package.json', 'vitest.config.ts', 'tsconfig.base.json', 'tsconfig.server.json', 'tsconfig.web.json']

let tree = ''
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'wallet-new-kind-'))
  for (const name of [...COPIED, ...FILES, 'vite.config.ts', 'playwright.config.ts'])
    cpSync(name, join(tree, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  for (const [name, place] of Object.entries(ADDED)) {
    mkdirSync(dirname(join(tree, place)), { recursive: true })
    cpSync(join('tests/new-kind', name), join(tree, place))
  }
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

/** Writes the kinds of the copy: ours and the entry of a new one. */
function addEntry(change: (entry: string) => string = (entry) => entry): void {
  const [, entry = ''] = readFileSync('tests/new-kind/entry.ts', 'utf8').split('export const ENTRY = {\n')
  const changed = change(entry.replace(/}\n$/, ''))
  const ours = readFileSync(KINDS, 'utf8')
  const all = ours.replace('\n} as const satisfies', `\n${changed}} as const satisfies`)
  expect(all).not.toBe(ours)
  writeFileSync(join(tree, KINDS), all)
}

function run(program: string, ...words: string[]): { status: number | null; said: string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const options = { cwd: tree, encoding: 'utf8', env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', program), ...words], options)
  return { status, said: stdout + stderr }
}

const compiled = (part: 'server' | 'web'): string => run('typescript/bin/tsc', '-p', `tsconfig.${part}.json`).said

test('a new kind of operation is an entry and a rule: history, statistics, notices, receipts and the check of the books have it', () => {
  addEntry()
  expect([compiled('server'), compiled('web')]).toEqual(['', ''])
  const { status, said } = run('vitest/vitest.mjs', 'run', '--project', 'integration', '--project', 'page', 'gift')
  expect([status, status === 0 ? '' : said]).toEqual([0, ''])
  expect(said).toMatch(/Tests\s+7 passed/)
}, 120_000)

test.each<[what: string, change: (entry: string) => string, where: string]>([
  ['whose notices are missing', (entry) => entry.replaceAll(/\n +notices: .*/g, ''), KINDS],
  ['with a text that there is not', (entry) => entry.replace('description.to_person', 'description.to_nobody'), KINDS],
  ['of a category that has no name', (entry) => entry.replace("'sent'", "'given'"), KINDS],
  ['that the demo has to have and has not', (entry) => entry.replace('isInDemo: false', 'isInDemo: true'), 'server/demo.ts'],
])(
  'a kind %s does not compile',
  (_what, change, where) => {
    addEntry(change)
    expect(compiled('server')).toMatch(new RegExp(`^${where}\\(.*: error TS`, 'm'))
  },
  60_000,
)
