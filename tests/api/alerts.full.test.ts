import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findPromtool } from '../../scripts/test-programs.mjs'

/** What promtool says of these alarms by tests/alerts.yaml, and whether all is as that says. */
async function fireAlarms(text: string): Promise<{ isRight: boolean; said: string }> {
  const promtool = resolve(await findPromtool())
  const folder = mkdtempSync(join(tmpdir(), 'alarms-'))
  for (const name of ['deploy', 'tests']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'deploy/alerts.yaml'), text)
  writeFileSync(join(folder, 'tests/alerts.yaml'), readFileSync('tests/alerts.yaml'))
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', join(folder, 'tests/alerts.yaml')], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  return { isRight: status === 0, said: stdout + stderr }
}

test('alarms fire when they have to, and are quiet otherwise', async () => {
  expect(await fireAlarms(readFileSync('deploy/alerts.yaml', 'utf8'))).toMatchObject({ isRight: true })
})

test.each([
  ['WalletBooksWrong', 'wallet_books_faults > 0\n', 'wallet_books_faults > 9\n'],
  ['WalletBooksWrong', ' and on (instance) wallet_database_up == 0', ''],
  [
    'WalletNotVerified',
    'wallet_books_verified_timestamp_seconds > 2 * 86400',
    'wallet_books_verified_timestamp_seconds > 3 * 86400',
  ],
  ['WalletNotBackedUp', 'wallet_base_backup_timestamp_seconds) > 2 * 86400', 'wallet_base_backup_timestamp_seconds) > 3 * 86400'],
  ['WalletCaseOpen', '> 86400', '> 8640'],
  ['WalletDatabaseDown', 'wallet_database_up == 0\n        for: 1m', 'wallet_database_up == 0'],
  ['WalletJobFails', '{outcome="done"}[20m]', '{outcome="done"}[15m]'],
])('%s with another condition is found: %s', async (alarm, condition, another) => {
  const text = readFileSync('deploy/alerts.yaml', 'utf8')
  expect(text.split(condition)).toHaveLength(2)
  const { isRight, said } = await fireAlarms(text.replace(condition, another))
  expect([isRight, said]).toEqual([false, expect.stringContaining(alarm)])
})
