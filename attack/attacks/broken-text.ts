import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { fieldsOf, NAMED_CALLS, type NamedCall, requestOf } from '../calls.ts'
import { Client, type Reply } from '../client.ts'
import { counts, somePeople, told } from '../people.ts'
import { UNCOUNTED } from '../target.ts'

/** Text that no database stores, ids that are none, and what the log has of them: of a process that logs everything. */
export const brokenText: Attack = {
  name: 'broken-text',
  isQuick: true,
  async run(scene) {
    const settings = { ...UNCOUNTED, SERVES_PAGE: 'off', LOG_LEVEL: 'debug', ACCESS_LOG: 'on' }
    const wallet = await scene.target.startAnother(settings)
    const client = new Client(wallet.url, '127.0.0.1')
    try {
      return [await sendBroken(scene, client), await readLog(scene, client, () => wallet.complaints)]
    } finally {
      client.close()
      await wallet.stop()
    }
  },
}

// In every value that is sent, and to be nowhere in the log.
const CANARY = 'Canary7Q'
const HALVES = ['\\ud83d', '\\udc4b', '\\ud83d\\ud83d', '\\u0000']
const UUID = '018f6f4e-0000-7000-8000-000000000000'

// As JSON: an unpaired surrogate is no character of UTF-8, and can be sent by its escape alone.
const BROKEN = HALVES.flatMap((half) => [`"${CANARY}${half}"`, `"${half}${CANARY}"`])
const NO_IDS = [
  `"${CANARY}"`,
  `"${UUID}.${CANARY}"`,
  `"${UUID}.USD-EUR${CANARY}"`,
  `"${UUID}.usd-eur ${CANARY}"`,
  `"${'-'.repeat(36)}.USD-EUR"`,
  `"${UUID}.USD-EUR\\u0000${CANARY}"`,
  `"' or 1=1 -- ${CANARY}"`,
  `"${CANARY.repeat(40)}"`,
  `["${CANARY}"]`,
  `{"$ne":"${CANARY}"}`,
  '1e400',
  '-1',
  'null',
  'true',
]
const NO_ADDRESSES = [
  `/v2/wallet/top-up/status?order=${CANARY}%ED%A0%80`,
  `/v2/wallet/top-up/status?order=${CANARY}%00`,
  `/v2/wallet/transaction?ordering=${CANARY}%00`,
  `/v2/wallet/transaction?cursor=${CANARY}%ED%BF%BF`,
  `/v2/wallet/${CANARY}%ED%A0%80`,
  `/v2/wallet/${CANARY}%c0%af`,
]

// Their fields are read after something else, or nothing is left of whoever asks.
const NOT_ASKED = new Set(['logout', 'personData', 'personDataPdf'])
// What is not there, by whatever name, is taken away already.
const IS_GONE_ANYWAY = new Set(['removeRateAlert'])
const isId = (field: string): boolean => field.endsWith('_id') || field === 'order'

/** A request of a call that has one field as it is given, in JSON, and the others in order. */
function bodyWith(named: NamedCall, given: Readonly<Record<string, unknown>>, field: string, value: string): string {
  const { [field]: _other, ...others } = fieldsOf(named, given)
  const body = JSON.stringify(others)
  return `${body.slice(0, -1)}${body === '{}' ? '' : ','}${JSON.stringify(field)}:${value}}`
}

async function sendBroken(scene: Scene, client: Client): Promise<Row> {
  const [anna] = await somePeople(scene.target, 1, '100.00 USD', '1.00 EUR')
  if (!anna) throw new Error('There is nobody')
  const given = {
    from_account_id: (await anna.account('USD')).id,
    to_account_id: (await anna.account('EUR')).id,
    rate_id: (await anna.rate('USD', 'EUR')).id,
    pin: '0000',
  }
  const replies: Reply[] = []
  const taken: string[] = []
  const note = (reply: Reply, what: string, isLet = false): void => {
    replies.push(reply)
    if ((reply.status < 400 || reply.status >= 500) && !(isLet && reply.status === 200)) taken.push(`${what}: ${told(reply)}`)
  }
  const calls = NAMED_CALLS.filter(({ name, call }) => call.method === 'POST' && call.request && !NOT_ASKED.has(name))
  for (const named of calls) {
    const { path, asked } = requestOf(named, {})
    for (const field of named.fields) {
      const values = isId(field) ? [...BROKEN, ...NO_IDS] : scene.isQuick ? BROKEN.slice(0, 2) : BROKEN
      for (const value of values) {
        const body = bodyWith(named, given, field, value)
        const what = `${named.name} by ${field} ${value.slice(0, 40)}`
        const isLet = IS_GONE_ANYWAY.has(named.name) && !BROKEN.includes(value)
        note(await client.ask(path, { ...asked, body, token: anna.token }), what, isLet)
      }
    }
  }
  for (const path of NO_ADDRESSES) note(await client.ask(path, { method: 'GET', token: anna.token }), path)
  return counted(`half characters, NUL and ids that are none, in every field of ${calls.length} calls`, {
    tries: replies.length,
    through: taken.length,
    bar: '0 that are answered otherwise than by 4xx',
    note: [counts(replies), ...taken.slice(0, 5)].join('; '),
  })
}

// What of a database's error may stand in the log (server/process/log.ts).
const OF_AN_ERROR = new Set(['type', 'code', 'statement', 'constraint', 'table', 'routine', 'stack', 'cause'])

// It fails as a statement does that a value does not fit, and says all that PostgreSQL can say of a row.
const FAIL = `
  create function refuse_with_values() returns trigger language plpgsql as $$ begin
    raise exception 'no such row: ${CANARY} %', row_to_json(new) using errcode = '22023', detail = '${CANARY}', hint = '${CANARY}';
  end $$;
  create trigger refuse_with_values before insert on topup for each row execute function refuse_with_values()`
const FAIL_NO_MORE = 'drop trigger refuse_with_values on topup; drop function refuse_with_values()'

/** The log of all of that, and of a statement of the database that fails: what values it has. */
async function readLog({ target }: Scene, client: Client, said: () => string): Promise<Row> {
  const [anna] = await somePeople(target, 1)
  if (!anna) throw new Error('There is nobody')
  await target.admin.query(FAIL)
  const failed = await client
    .ask('/v2/wallet/top-up', { token: anna.token, body: { amount: '71.37', currency_code: 'USD' } })
    .finally(() => target.admin.query(FAIL_NO_MORE))
  // The request that ends last is logged by then.
  await client.ask('/v2/wallet/config', { method: 'GET' })
  const lines = said().split('\n').filter(Boolean)
  const values = [CANARY, '71.37', anna.phone, anna.token, 'anna@mail.example', 'Смирнова']
  const withValue = lines.filter((line) => values.some((value) => line.includes(value)))
  const errors = lines.flatMap(errorIn)
  const withMore = errors.filter((error) => Object.keys(error).some((name) => !OF_AN_ERROR.has(name)))
  const isTold = errors.some(({ code, routine }) => code === '22023' && routine === 'exec_stmt_raise')
  const row = counted('the log of the attacked process, at its most talkative, with a statement that fails with values', {
    tries: lines.length,
    through: withValue.length + withMore.length,
    bar: '0 lines with a value; the failure by its SQLSTATE and routine',
    note: `${told(failed)}; ${errors.length} errors of the database; ${[...withValue, ...withMore.map((error) => JSON.stringify(error))].slice(0, 2).join(' ').slice(0, 300)}`,
  })
  return { ...row, isMet: row.isMet && isTold && failed.status === 500 && !failed.text.includes(CANARY) }
}

/** The error of the database in a line of the log, if it has one. */
function errorIn(line: string): readonly Readonly<Record<string, unknown>>[] {
  const { err }: { err?: Readonly<Record<string, unknown>> } = JSON.parse(line)
  return err?.type === 'DatabaseError' ? [err] : []
}
