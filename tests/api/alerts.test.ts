import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { aUser, freshPhone, until } from '#tests/builders'
import { aShopOrder, payQuote, quoteOf } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent } from '#tests/vendors'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string }
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

const alerts: Alert[] = parse(readFileSync('deploy/alerts.yaml', 'utf8')).groups.flatMap(({ rules }: { rules: Alert[] }) => rules)
const { panels }: { panels: Panel[] } = JSON.parse(readFileSync('deploy/dashboard.json', 'utf8'))
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

// What Prometheus itself adds.
// Whoever runs the wallet puts that of their own copy there.
const RUN_BOOK = 'https://git.your-company.example/e-wallet/src/branch/main/docs/operations.md'
const ITS_METRICS = new Set(['up'])
const ITS_LABELS = new Set(['job', 'instance'])

/** The values that each label of each metric has. */
type Exported = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>
let wallet: TestWallet
let exported: Exported
beforeAll(async () => {
  wallet = await startTestWallet({ MONITORING_PORT: '0', VELOCITY_RECIPIENTS_PER_HOUR: '1' })
  exported = await everythingAtOnce()
})
afterAll(() => wallet.close())

const rename = (table: string, to: string): Promise<number> =>
  wallet.database.run({ name: `test.rename_to.${to}`, text: `alter table ${table} rename to ${to}` })

// One that is not due for long, and one that was given up.
const MESSAGES = `insert into message (id, user_id, channel, kind, language, recipient, details, created_at, next_check_at, given_up_at, given_up_reason)
  select gen_random_uuid(), id, 'email', 'sign_in_guesses', 'ru', recipient, details, now(), due, given_up, reason
  from (select id from wallet_user limit 1) as person,
    (values ('anna@mail.example', '{}'::jsonb, now() + interval '1 day', null::timestamptz, null), (null, null, null, now(), 'too_late'))
      as message (recipient, details, due, given_up, reason)`

/** What is exported by a wallet to which all has happened that there is a metric of. */
async function everythingAtOnce(): Promise<Exported> {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const topUp = { amount: '70.00', currency_code: 'USD' }
  const { order } = await anna.post('/v2/wallet/top-up', topUp)
  await sendPaymentEvent(wallet, { order: String(order), status: 'complete', amount: '69.00', currency: 'USD' })
  await anna.post('/v2/wallet/top-up', topUp)
  // A card whose payout the provider is silent about.
  await anna.withdraw('5.00', 'USD', { pan: '2200123456780119' })
  // And a seller's code, of which it is silent too.
  const { code } = await aShopOrder(wallet, { format: 'pix', amount: '5.00', course: 'slow_paid' })
  await payQuote(anna, { quote_id: (await quoteOf(anna, code)).quote_id, currency: 'USD' })
  await anna.post('/v2/wallet/identification-level/upgrade')
  for (const phone of [freshPhone(), freshPhone()]) await anna.send('10.00', 'USD', { phone })
  const exchange = await anna.exchangeBody('1.00', 'USD', 'EUR')
  await rename('entry', 'entry_away')
  await rename('operator_case', 'case_away')
  expect(await anna.post('/v2/wallet/exchange', exchange)).toMatchObject({ http: 500 })
  await until(async () => /^wallet_job_duration_seconds_count\{.*outcome="failed"/m.test(await metricsText()))
  await rename('case_away', 'operator_case')
  await rename('entry_away', 'entry')
  await rename('sandbox.payment', 'payment_away')
  expect(await anna.post('/v2/wallet/top-up', topUp)).toMatchObject({ http: 503 })
  await rename('sandbox.payment_away', 'payment')
  await wallet.database.run({ name: 'test.messages', text: MESSAGES })
  return readMetrics(await metricsText())
}

const metricsText = async (): Promise<string> => (await fetch(`${wallet.monitoringUrl}/metrics`)).text()

function readMetrics(text: string): Exported {
  const found = new Map<string, Map<string, Set<string>>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = found.get(name) ?? new Map<string, Set<string>>()
    found.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value))
    }
  }
  return found
}

/** What an expression names that is not there: metrics, labels, and values that a label never has; or that it cannot be read. */
function findUnknown(expression: string): string[] {
  const unknown: string[] = []
  const selected = new Map<string, ReadonlySet<string>>()
  const textOf = ({ from, to }: { from: number; to: number }): string => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) unknown.push(`cannot be read at ${node.from}`)
      if (node.name !== 'VectorSelector') return
      const metric = node.node.getChild('Identifier')
      const name = metric ? textOf(metric) : ''
      const labels = exported.get(name)
      if (!labels && !ITS_METRICS.has(name)) unknown.push(name)
      selected.set(name, new Set(labels?.keys()))
      for (const matcher of node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []) {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*([=!~]+)\s*"(.*)"$/.exec(textOf(matcher)) ?? []
        if (ITS_LABELS.has(label)) continue
        const wanted = new RegExp(`^(?:${value})$`)
        const values = [...(labels?.get(label) ?? [])]
        if (!values.some((each) => (operator.endsWith('~') ? wanted.test(each) : each === value))) unknown.push(textOf(matcher))
      }
    },
  })
  const known = new Set([...ITS_LABELS, ...[...selected.values()].flatMap((labels) => [...labels])])
  parser.parse(expression).iterate({
    enter(node) {
      if (node.name === 'LabelName' && node.node.parent?.name === 'GroupingLabels' && !known.has(textOf(node)))
        unknown.push(textOf(node))
    },
  })
  return unknown
}

test.each(expressions)('%s asks for what a running wallet exports: %s', (_name, expression) => {
  expect(findUnknown(expression)).toEqual([])
})

test.each([
  ['wallet_nothing > 0', ['wallet_nothing']],
  ['wallet_cases_open{sort="x"}', ['sort="x"']],
  ['wallet_database_connections{state="watiing"}', ['state="watiing"']],
  ['http_request_duration_seconds_count{code=~"9.."}', ['code=~"9.."']],
  ['sum by (rout) (rate(http_request_duration_seconds_count[5m]))', ['rout']],
  ['rate(wallet_internal_errors_total[5m]', ['cannot be read at 37']],
])('an expression that asks for what there is not is found: %s', (expression, unknown) => {
  expect(findUnknown(expression)).toEqual(unknown)
})

test('whatever is exported under our name is in an alarm, or on the dashboard', () => {
  const all = expressions.map(([, expression]) => expression).join()
  const ours = [...exported.keys()]
    .filter((name) => /^(wallet|http)_/.test(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect([...new Set(ours)].filter((name) => !all.includes(name))).toEqual([])
})

const headings = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
)

test.each(alerts)('$alert says how bad it is, what it is, and where to read what to do', ({ labels, annotations, alert }) => {
  expect(['critical', 'warning']).toContain(labels.severity)
  expect([annotations.summary, annotations.description]).not.toContain('')
  expect(annotations.runbook_url).toBe(`${RUN_BOOK}#${alert.toLowerCase()}`)
  expect(headings).toContain(alert.toLowerCase())
})

test('no alarm is written about that there is not', () => {
  const names = alerts.map(({ alert }) => alert.toLowerCase())
  expect(headings.filter((heading) => /^wallet[a-z]+$/.test(heading) && !names.includes(heading))).toEqual([])
})
