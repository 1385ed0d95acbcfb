import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What the linter says of a file with this content, were it at this place. */
function lint(place: string, content: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'lint', '--only=style/noRestrictedImports', `--stdin-file-path=${place}`],
    { input: content, encoding: 'utf8' },
  )
  return stdout + stderr
}

test.each([
  ['money/x.ts', '#server/db/pool'],
  ['money/x.ts', 'node:fs'],
  ['contract/x.ts', '#web/lib/call.ts'],
  ['brands/stater/x.ts', '#server/app'],
  ['server/ledger/x.ts', '#server/exchange/rules'],
  ['server/auth/x.ts', '#server/topup/topup'],
  ['server/exchange/x.ts', '#sandbox/sandbox'],
  ['server/db/x.ts', '#server/env'],
  ['sandbox/x.ts', '#server/ledger/ledger'],
  ['web/ui/x.tsx', '#web/features/auth/queries.ts'],
  ['web/features/topup/x.tsx', '#web/screens/Home.tsx'],
  ['web/lib/x.ts', '#server/http/route'],
  ['server/auth/x.ts', '../db/pool.ts'],
])('%s may not import %s', (place, door) => {
  expect(lint(place, `import { x } from '${door}'\nexport const y = x\n`)).toContain('noRestrictedImports')
})

test.each([
  ['server/auth/x.ts', '#server/ledger/accounts'],
  ['server/exchange/x.ts', './rules.ts'],
  ['server/open-house.ts', '#sandbox/sandbox'],
  ['web/features/topup/x.tsx', '#web/ui/Button.tsx'],
  ['server/ledger/x.ts', '#money/money'],
])('%s may import %s', (place, door) => {
  expect(lint(place, `import { x } from '${door}'\nexport const y = x\n`)).not.toContain('noRestrictedImports')
})
