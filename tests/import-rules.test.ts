import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const REFUSED = [
  ['money/x.ts', '#server/db/pool'],
  ['money/x.ts', 'node:fs'],
  ['codes/x.ts', '#contract/call'],
  ['codes/x.ts', 'node:fs'],
  ['contract/x.ts', '#codes/crc'],
  ['contract/x.ts', '#web/lib/api/call.ts'],
  ['brands/stater/x.ts', '#server/app/app'],
  ['server/ledger/x.ts', '#server/exchange/rules'],
  ['server/idempotency/x.ts', '#server/exchange/rules'],
  ['server/auth/x.ts', '#server/topup/topup'],
  ['server/live/x.ts', '#server/notifications/notifications'],
  ['server/exchange/x.ts', '#sandbox/sandbox'],
  ['server/db/x.ts', '#server/settings/env'],
  ['server/settings/x.ts', '#server/ledger/ledger'],
  ['server/process/x.ts', '#server/exchange/exchange'],
  ['server/page/x.ts', '#server/db/pool'],
  ['server/http/x.ts', '#server/settings/env'],
  ['server/identity/x.ts', '#server/profile/profile'],
  ['server/operator/x.ts', '#server/identity/identity'],
  ['web/messenger/x.ts', '#web/features/auth/queries.ts'],
  ['sandbox/x.ts', '#server/ledger/ledger'],
  ['web/ui/x.tsx', '#web/features/auth/queries.ts'],
  ['web/features/topup/x.tsx', '#web/screens/Home.tsx'],
  ['web/lib/x.ts', '#server/http/route'],
  ['web/lib/x.ts', '#web/main.ts'],
  ['web/features/topup/x.tsx', '#web/mount.tsx'],
  ['web/features/topup/x.tsx', '#web/features/wallets/queries.ts'],
  ['web/lib/x.ts', '#web/ui/Button.tsx'],
  ['web/ui/x.tsx', '#web/messenger/kit.ts'],
  ['web/screens/x.tsx', '#web/main.ts'],
  ['web/App.tsx', '#server/app/app'],
  ['web/features/qr/meaning/x.ts', 'react'],
  ['web/features/qr/meaning/x.ts', '#web/features/qr/reading/decoder.ts'],
  ['web/features/qr/reading/x.ts', '#web/features/qr/meaning/code.ts'],
  ['web/features/qr/showing/x.tsx', '#web/features/wallets/queries.ts'],
  ['money/x.ts', '#brands/brand'],
  ['sandbox/x.ts', '#money/amount'],
  ['server/db/x.ts', '#server/users/users'],
  ['server/ledger/x.ts', '#server/operator/feature-flags'],
  ['server/providers/x.ts', '#server/db/pool'],
  ['server/worker/x.ts', '#server/ledger/ledger'],
  ['server/backup/x.ts', '#server/ledger/ledger'],
  ['server/auth/x.ts', '../db/pool.ts'],
  ['server/confirmation/x.ts', '#server/withdrawal/rules'],
  ['server/ledger/x.ts', '#server/confirmation/confirmation'],
  ['server/outgoing/x.ts', '#server/withdrawal/rules'],
  ['server/rates/x.ts', '#server/exchange/rules'],
  ['server/requests/x.ts', '#server/transfers/rules'],
  ['server/people/x.ts', '#server/requests/rules'],
  ['server/payment/x.ts', '#server/people/recipient'],
  ['server/payment/x.ts', '#server/exchange/rules'],
  ['server/person/x.ts', '#server/operator/change'],
  ['server/documents/x.ts', '#server/person/person'],
  ['server/person/x.ts', '#server/history/history'],
  ['attack/attacks/x.ts', '#sandbox/sandbox'],
  ['attack/attacks/x.ts', '#web/lib/api/call.ts'],
] as const

const ALLOWED = [
  ['server/transfers/x.ts', '#server/requests/rules'],
  ['server/requests/x.ts', '#server/people/recipient'],
  ['server/payment/x.ts', '#server/rates/quotes'],
  ['codes/x.ts', '#money/money'],
  ['server/http/x.ts', '#codes/payment-code'],
  ['web/features/qr/meaning/x.ts', '#codes/payment-code'],
  ['server/auth/x.ts', '#server/ledger/accounts'],
  ['server/exchange/x.ts', './rules.ts'],
  ['server/x.ts', '#sandbox/sandbox'],
  ['web/features/topup/x.tsx', '#web/ui/Button.tsx'],
  ['server/ledger/x.ts', '#money/money'],
  ['server/withdrawal/x.ts', '#server/confirmation/pin'],
  ['server/auth/x.ts', '#server/person/close'],
  ['attack/attacks/x.ts', '#survive/random'],
  ['attack/attacks/x.ts', '../client.ts'],
  ['server/operator/x.ts', '#server/person/close'],
  ['server/idempotency/x.ts', '#server/security/keys'],
  ['web/features/qr/showing/x.tsx', '#web/features/qr/meaning/code.ts'],
  ['web/features/qr/meaning/x.ts', '#web/lib/address/paths.ts'],
  ['web/screens/x.tsx', '#web/features/topup/queries.ts'],
] as const

// The linter finds the rule of a folder by where a file is, so each import is tried out in its folder, in an empty tree beside this one.
const probes = [...REFUSED, ...ALLOWED].map(([place, specifier], number) => ({
  file: join(dirname(place), `probe-${number}${extname(place)}`),
  specifier,
}))
let said = ''

/** A function with so many lines in it. */
const lines = (count: number) => `export function y(): void {\n${'  window.focus()\n'.repeat(count)}}\n`

beforeAll(() => {
  const wallet = mkdtempSync(join(tmpdir(), 'wallet-imports-'))
  copyFileSync('biome.json', join(wallet, 'biome.json'))
  for (const { file, specifier } of probes) {
    mkdirSync(join(wallet, dirname(file)), { recursive: true })
    writeFileSync(join(wallet, file), `import { x } from '${specifier}'\n\nexport const y = x\n`)
  }
  for (const folder of ['web/lib', 'survive', 'bench']) {
    mkdirSync(join(wallet, folder), { recursive: true })
    for (const count of [70, 71]) writeFileSync(join(wallet, folder, `lines-${count}.ts`), lines(count))
  }
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const words = [
    'lint',
    '--vcs-enabled=false',
    '--only=style/noRestrictedImports',
    '--only=complexity/noExcessiveLinesPerFunction',
    '--max-diagnostics=none',
    '.',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...words], { cwd: wallet, encoding: 'utf8' })
  said = stdout + stderr
  rmSync(wallet, { recursive: true })
})

test.each(REFUSED.map((pair, number) => [...pair, number] as const))('%s may not import %s', (_place, _specifier, number) => {
  expect(said).toContain(`${probes[number]?.file}:1:`)
})

test.each(ALLOWED.map((pair, number) => [...pair, number] as const))('%s may import %s', (_place, _specifier, number) => {
  expect(said).not.toContain(`${probes[REFUSED.length + number]?.file}:1:`)
})

// Lines that begin with a brace are not counted.
test('a function of more than 70 lines does not pass', () => {
  for (const folder of ['web/lib', 'survive', 'bench']) expect(said).toContain(`${folder}/lines-71.ts:1:`)
  expect(said).not.toContain('lines-70.ts:1:')
})
