import { randomUUID } from 'node:crypto'
import { PIN, type TestUser } from '#tests/builders'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { fieldsOf, NAMED_CALLS, type NamedCall, requestOf } from '../calls.ts'
import { Client } from '../client.ts'
import { AUTH, somePeople } from '../people.ts'
import { differenceOf, stateOf } from '../state.ts'

/** Somebody who is signed in asks, by every call, for what is another's. */
export const strangers: Attack = {
  name: 'strangers',
  isQuick: true,
  async run(scene) {
    return [await tryEverything(scene)]
  },
}

// They end the session of whoever asks, freeze their wallet, or change their PIN.
const ENDS = new Set(['changePin', 'logout', 'endSessions', 'freeze', 'secure', 'closeWallet', 'personData', 'personDataPdf'])

/** Every id of Anna's in every field of every call, by Boris: the answer is the one to an id that nobody has. */
async function tryEverything(scene: Scene): Promise<Row> {
  const { target, isQuick } = scene
  const [anna, boris] = await somePeople(target, 2, '100.00 USD', '100.00 EUR')
  if (!(anna && boris)) throw new Error('There is nobody')
  const ids = await idsOf(scene, anna)
  const before = await stateOf(target, anna.phone)
  const given = await givenTo(boris)
  const client = new Client(target.side.url, '127.0.0.1')
  const leaks: string[] = []
  let tries = 0
  const calls = NAMED_CALLS.filter(({ name, call }) => call.auth === 'token' && !ENDS.has(name))
  for (const named of calls) {
    for (const field of named.fields) {
      const unknown = await askWith(client, named, { ...given, [field]: randomUUID() }, boris)
      for (const id of isQuick ? ids.slice(0, 3) : ids) {
        tries += 1
        const answer = await askWith(client, named, { ...given, [field]: id }, boris)
        const isOther = isIdField(field) && answer !== unknown
        if (isOther || isLeaking(answer, ids, id)) leaks.push(`${named.name} by ${field}: ${answer.slice(0, 120)}`)
      }
    }
  }
  client.close()
  const changed = differenceOf(before, await stateOf(target, anna.phone))
  const row = counted(`every id of one person (${ids.length}) in every field of ${calls.length} calls, by another`, {
    tries,
    through: leaks.length,
    bar: '0 answers that differ from those to an id of nobody’s, nothing changed',
    note: [...leaks.slice(0, 5), changed && `changed: ${changed}`].filter(Boolean).join('; '),
  })
  return { ...row, isMet: row.isMet && changed === '' }
}

/** Where an id is taken; other fields refuse it by its form, or keep it as a text. */
const isIdField = (field: string): boolean => field.endsWith('_id') || field === 'order'

/** Whether an answer has another id of hers than the one that was sent, but for what he has written himself, with every call that takes a text. */
function isLeaking(answer: string, ids: readonly string[], sent: string): boolean {
  const told = answer.startsWith('200 ') ? answer.replaceAll(/"message":"[^"]*"/g, '') : answer
  return ids.some((id) => id !== sent && told.includes(id))
}

async function askWith(client: Client, named: NamedCall, given: Record<string, unknown>, { token }: TestUser): Promise<string> {
  const { path, asked } = requestOf(named, fieldsOf(named, given))
  const { status, text } = await client.ask(path, { ...asked, token })
  // Whatever is made anew with every answer is no difference.
  return `${status} ${text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (Object.values(given).includes(id) ? '' : id))}`
}

/** What Boris asks with, of his own: accounts and a rate. */
async function givenTo(user: TestUser): Promise<Record<string, unknown>> {
  const rate = await user.rate('USD', 'EUR')
  const [from, to] = [await user.account('USD'), await user.account('EUR')]
  // The PIN is his own and right: what is looked up after it is looked up.
  return {
    from_account_id: from.id,
    to_account_id: to.id,
    rate_id: rate.id,
    account_id: from.id,
    to_amount: '0.50',
    pin: PIN,
    pin_code: PIN,
  }
}

/** Every id that Anna has been given. */
async function idsOf({ target }: Scene, anna: TestUser): Promise<readonly string[]> {
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })
  const { transaction_id: withdrawn } = await anna.withdraw('1.00', 'USD')
  const accounts = (await anna.accounts()).map(({ id }) => id)
  const recipients = (await anna.recipients()).map(({ id }) => id)
  const { results } = await anna.get('/v2/wallet/transaction')
  const transactions = (results as { id: string }[]).map(({ id }) => id)
  const { results: sessions } = await anna.get(`${AUTH}/sessions`)
  const { rows } = await target.admin.query<{ id: string }>("select id from wallet_user where phone = '+' || $1", [anna.phone])
  const all = [String(order), String(withdrawn), ...accounts, ...recipients, ...transactions]
  const more = [...(sessions as { id: string }[]).map(({ id }) => id), ...rows.map(({ id }) => id)]
  return [...new Set([...all, ...more])].filter((id) => id !== 'undefined')
}
