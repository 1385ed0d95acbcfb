import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseRate } from '#money/rate'
import { WORDS } from '#sandbox/words'
import { CASE_KINDS } from '#server/app/case-kinds'
import { reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import { areAccepted } from '#server/rates/jumps'
import { aKey, aUser, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { EXERCISES, practise, textOf } from '#tests/exercises'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet()
  cases = casesOf(wallet)
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

const run = (text: string, values: readonly unknown[]) => wallet.database.run({ name: `test.${text.slice(0, 50)}`, text }, values)

interface Ended {
  /** Opens the case where its exercise does not, or says other figures each time. */
  readonly open?: () => Promise<void>
  /** What the operator ends it by. */
  readonly by: (someone: TestUser) => readonly string[]
}

/** One of the ways to end a case of each kind. */
const CASES: Readonly<Record<string, Ended>> = {
  payment_amount_differs: { by: () => ['credit', '--note', 'the rest was paid to our bank account'] },
  topup_without_end: { by: () => ['fail'] },
  payment_without_order: { by: ({ phone }) => ['credit', '--to', `+${phone}`] },
  payment_after_closing: { by: () => ['collect', '--note', 'as asked for in writing'] },
  payment_not_credited: { by: ({ phone }) => ['credit', '--to', `+${phone}`] },
  payment_changed: { by: () => ['write_off', '--amount', '35.00 USD'] },
  topup_charged_back: { by: () => ['write_off'] },
  payout_paid_after_return: { by: () => ['close'] },
  payout_returned: { by: () => ['credit'] },
  payout_amount_differs: { by: () => ['credit'] },
  payout_changed: { by: () => ['credit', '--amount', '20.00 USD'] },
  payout_without_withdrawal: { by: () => ['return'] },
  payout_without_end: { by: () => ['settle'] },
  seller_payment_without_end: { by: () => ['settle'] },
  seller_payment_paid_after_return: { by: () => ['close'] },
  seller_payment_returned: { by: () => ['credit'] },
  seller_payment_amount_differs: { by: () => ['credit'] },
  seller_payment_changed: { by: () => ['credit', '--amount', '20.00 USD'] },
  seller_payment_unasked: { by: () => ['return'] },
  identification_without_end: { by: () => ['expire'] },
  identification_changed_its_end: { by: () => ['close', '--note', 'set to basic by users set'] },
  rate_jumped: {
    async open() {
      const [before, now] = [parseRate('USD', 'RUB', '1', '80'), parseRate('USD', 'RUB', '1', '160')]
      if (before && now) await areAccepted(wallet.database, [{ before, now }], new Date())
    },
    by: () => ['close'],
  },
  rates_stale: { by: () => ['close'] },
  transfer_held: { by: () => ['release', '--note', 'a rent, as every month'] },
  withdrawal_held: { by: () => ['release', '--note', 'a wage, sent home as every month'] },
  payment_held: { by: () => ['return', '--note', 'nobody answers'] },
  request_paid_fast: {
    async open() {
      // As a version before this one has opened it.
      const about = { kind: 'request_paid_fast', reference: aKey(), operationId: null, openedAt: new Date() }
      const details = { why: '90 % of what came in within an hour goes out, of 80 % or more', maker: aKey(), payer: aKey() }
      await writeTogether(wallet.database, [reportRow({ ...about, details })])
    },
    by: () => ['close', '--note', 'a rent, as every month'],
  },
  operation_reversed: { by: () => ['write_off'] },
  card_of_several_wallets: { by: () => ['close', '--note', 'a family'] },
  request_reported: { by: () => ['close', '--note', 'they had mistaken the number'] },
  sender_reported: { by: () => ['close', '--note', 'they had mistaken the number'] },
  earlier_alarm: {
    async open() {
      const details = { alarm: 'payout_returned', amount: '40.00', currency: 'USD' }
      const text = `insert into operator_case (id, kind, reference, details, opened_at)
        values (gen_random_uuid(), 'earlier_alarm', $1, $2, now())`
      await run(text, [`payout_returned ${randomUUID()}`, JSON.stringify(details)])
    },
    by: () => ['close'],
  },
}

/** A text in which every id, phone and instant is one of an example, as long as it was. */
function exampleOf(said: string): string {
  const ids: string[] = []
  return said
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      const known = ids.indexOf(id)
      const place = known < 0 ? ids.push(id) - 1 : known
      return `01a2059f-2a7f-740c-9a55-1251acdd0a${(0xf2 + place).toString(16)}`
    })
    .replaceAll(/\b79\d{9}\b/g, '79123472929')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d\.\d{3}Z)?/g, (_instant, seconds) =>
      seconds ? '2026-11-22T23:37:05.120Z' : '2026-11-22T23:37',
    )
    .replaceAll(/ +$/gm, '')
}

/** Brings a case of a kind about, and gives its id. */
async function openOne(kind: string): Promise<string> {
  const practice = CASES[kind]?.open ? await CASES[kind].open() : await practise(wallet, EXERCISES[kind]?.steps ?? [])
  const found = { name: 'test.open_cases', text: 'select id, kind from operator_case where resolved_at is null' }
  await until(async () => (await wallet.database.find(found)) !== undefined)
  const all = await wallet.database.list<{ id: string; kind: string }>(found)
  expect(all.map((each) => each.kind)).toEqual([kind])
  if (practice) await practise(wallet, EXERCISES[kind]?.afterwards ?? [], practice)
  return all[0]?.id ?? ''
}

async function transcriptOf(kind: string, { by }: Ended, someone: TestUser): Promise<string> {
  const id = await openOne(kind)
  let said = ''
  const ways = by(someone)
  for (const words of [['list'], ['show', id], ['resolve', id, ...ways, '--yes', '--as', 'vera']]) {
    const done = await cases.operator('cases', ...words)
    expect([kind, done]).toMatchObject([kind, { code: 0, complaint: '' }])
    const typed = words.map((word) => (/^[\w.:+-]+$/.test(word) ? word : `"${word}"`)).join(' ')
    said += `$ npm run operator -- cases ${typed}\n${done.said}`
  }
  return exampleOf(said)
}

test('docs/cases.md shows how a case of each kind comes about, looks and is ended, as it is', async () => {
  expect(new Set(Object.keys(CASES))).toEqual(new Set(Object.keys(CASE_KINDS)))
  const someone = await aUser(wallet, '1.00 USD')
  const parts: string[] = []
  for (const [kind, ended] of Object.entries(CASES)) {
    const exercise = EXERCISES[kind]
    const said = exercise ? textOf(exercise) : 'No exercise: only a version before this one has opened such cases.'
    parts.push(`## ${kind}\n\n${said}\n\n\`\`\`\n${await transcriptOf(kind, ended, someone)}\`\`\`\n`)
    expect([kind, (await cases.operator('cases', 'list')).said]).toEqual([kind, 'Nothing waits for anybody.\n'])
  }
  const head = `# Cases, one by one

How the operator brings about a case of each kind for practice, what they see of it, and what they type to end it. What the kinds mean, what
was booked, and all the ways there are to end each stands in [operator.md](operator.md#cases). Exercises need the sandbox, where no money is
real: for each one sign up as a new person, so that nothing else of theirs counts. The desk is the sandbox's page “${WORDS.en.desk}”
(\`/sandbox/desk?lang=en\`), where the newest of everything stands on top. Bring the case about, and then type what stands below it.
\`tests/api/case-transcripts.full.test.ts\` does the exercises and runs the commands, and fails where this page says anything else; with
\`-u\` it writes the page.
`
  await expect(`${head}\n${parts.join('\n')}`).toMatchFileSnapshot('../../docs/cases.md')
})
