import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/pool'
import { createDatabase } from '#tests/test-wallet'

let database: Database
beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 2, onError: () => undefined })
})
afterAll(() => database.close())

const run = (text: string) => database.run({ name: `test.${text.slice(0, 50)}`, text })
const texts = () =>
  database.find<object>({ name: 'test.texts', text: 'select name, name_ru, name_en, howto, howto_ru from level' })

test('level texts written by the previous version are read by this one, and the other way round', async () => {
  await run(`insert into level (code, position, name_ru, name_en, ask_for_next, is_topup_allowed, is_withdrawal_allowed, howto_ru, howto_en)
    values ('first', 1, 'первый', 'first', false, true, true, 'как', 'how')`)
  expect(await texts()).toMatchObject({ name: { ru: 'первый', en: 'first' }, howto: { ru: 'как', en: 'how' } })
  await run(`update level set name = name || '{"en": "one", "es": "uno"}', howto = null`)
  expect(await texts()).toMatchObject({ name_ru: 'первый', name_en: 'one', howto_ru: null })
  await run(`update level set name_ru = 'базовый'`)
  // What the version before does not know stays.
  expect(await texts()).toMatchObject({ name: { ru: 'базовый', en: 'one', es: 'uno' }, name_ru: 'базовый' })
})
