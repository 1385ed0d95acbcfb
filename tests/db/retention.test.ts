import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(() => wallet.close())

const run = (text: string) => wallet.database.run({ name: `test.${text.slice(0, 50)}`, text })
const count = async (table: string): Promise<number> => {
  const text = `select count(*)::int as count from ${table}`
  return (await wallet.database.find<{ count: number }>({ name: `test.count_${table}`, text }))?.count ?? 0
}

test('data that are no longer needed are deleted, however many there are, and no data still needed', async () => {
  const person = "(select id from wallet_user where phone = '+79990000001')"
  await run(`insert into wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
    values (gen_random_uuid(), '+79990000001', 'Anna', '', 'a@b.example', 'basic', true, true, now())`)
  const days = (old: number, fresh: number) =>
    `(values (now() - interval '${old} days', 12000), (now() - interval '${fresh} days', 3)) as age (at, count),
      lateral generate_series(1, count) as n`
  await run(`insert into session (id, user_id, token_hash, device, created_at, seen_at)
    select gen_random_uuid(), ${person}, sha256((n || at::text)::bytea), '', at, at from ${days(91, 89)}`)
  await run(
    `insert into provider_event (provider, event_id, received_at, body) select 'p', n || at::text, at, '{}' from ${days(401, 399)}`,
  )
  await run(`insert into notification (id, user_id, kind, details, created_at)
    select gen_random_uuid(), ${person}, 'welcome', '{}', at from ${days(401, 399)}`)
  await run(`insert into idempotency_record (key, fingerprint, answer, created_at)
    select gen_random_uuid(), '\\x00'::bytea, '{}', at from ${days(40, 0)}`)
  // It deletes when it starts, and every ten minutes.
  const again = await wallet.reopen()
  wallet = again
  const tables = ['session', 'provider_event', 'notification', 'idempotency_record']
  await until(async () => (await count('idempotency_record')) === 3 && (await count('session')) === 3)
  expect(await Promise.all(tables.map(count))).toEqual([3, 3, 3, 3])
})
