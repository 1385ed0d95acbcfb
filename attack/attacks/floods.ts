import { paymentEvent } from '#tests/vendors'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, Client, freshAddress } from '../client.ts'
import { besides } from '../others.ts'
import { counts, howMany } from '../people.ts'
import { orderOf } from './webhooks.ts'

/** Floods of events and floods of people, from one address: neither keeps the other out. */
export const floods: Attack = {
  name: 'floods',
  isQuick: true,
  async run(scene) {
    return [...(await floodEvents(scene)), await floodRequests(scene)]
  },
}

const WEBHOOK = '/webhooks/payments'
const EVENTS_LET = 6000
const REQUESTS_LET = 600
// Few enough to be heard within the minute of a flood.
const MEANWHILE = 40

/** More events than a provider may send in a minute, none of them true; people at that address, and others, ask meanwhile. */
async function floodEvents(scene: Scene): Promise<readonly Row[]> {
  const { target } = scene
  const { told, balance } = await orderOf(scene)
  const provider = new Client(target.wallet.url, freshAddress())
  const person = new Client(target.wallet.url, provider.address)
  const { body, headers } = paymentEvent(told, { secret: 'another secret' })
  const tries = EVENTS_LET + 500
  let refusedPeople = 0
  let sent: Awaited<ReturnType<typeof flood>> = []
  const flood = () => atOnce(tries, 40, () => provider.ask(WEBHOOK, { body, headers: { ...headers } }))
  const { others } = await besides(scene, async () => {
    const flooding = flood()
    const asked = await atOnce(MEANWHILE, 2, () => person.ask('/v2/wallet/config', { method: 'GET' }))
    sent = await flooding
    const after = await atOnce(MEANWHILE, 2, () => person.ask('/v2/wallet/config', { method: 'GET' }))
    refusedPeople = 2 * MEANWHILE - howMany(asked) - howMany(after)
  })
  // From where a provider is that has sent nothing else.
  const other = target.stranger()
  const event = paymentEvent(told)
  const isTaken = (await other.ask(WEBHOOK, { body: event.body, headers: { ...event.headers } })).status === 200
  for (const client of [provider, person, other]) client.close()
  const heard = sent.filter(({ status }) => status === 401).length
  const isCredited = (await balance()) === '5.00'
  const row = counted(`forged events in a minute from one address (${tries}): people at that address who are refused`, {
    tries: 2 * MEANWHILE,
    through: refusedPeople,
    bar: '0 refused; ≤ 6000 events looked at; a true one from elsewhere is credited',
    note: `${counts(sent)}; a true event from another address: ${isTaken && isCredited ? 'credited' : 'NOT credited'}`,
  })
  return [
    { ...row, isMet: row.isMet && heard <= EVENTS_LET && heard < tries && isTaken && isCredited },
    {
      attack: 'the same: others meanwhile',
      tries: others.count,
      through: `p99 ${others.p99.toFixed(0)} ms`,
      bar: 'p99 < 500 ms, no failure',
      isMet: others.p99 < 500 && others.failed === 0,
      note: `${others.failed} failed`,
    },
  ]
}

/** More requests than an address may make in a minute: true events from that address are taken all the same. */
async function floodRequests(scene: Scene): Promise<Row> {
  const { target, isQuick } = scene
  const person = new Client(target.wallet.url, freshAddress())
  const provider = new Client(target.wallet.url, person.address)
  const orders = await atOnce(isQuick ? 5 : 20, 1, () => orderOf(scene))
  const asked = await atOnce(2 * REQUESTS_LET, 30, () => person.ask('/v2/wallet/config', { method: 'GET' }))
  const events = await atOnce(orders.length, 5, (place) => {
    const order = orders[place]
    if (!order) throw new Error('There is no order')
    const { body, headers } = paymentEvent(order.told)
    return provider.ask(WEBHOOK, { body, headers: { ...headers } })
  })
  const isStillRefused = (await person.ask('/v2/wallet/config', { method: 'GET' })).status === 429
  person.close()
  provider.close()
  const balances = await Promise.all(orders.map(({ balance }) => balance()))
  const credited = balances.filter((each) => each === '5.00').length
  const row = counted('true events from an address that has used up its requests (1200 in a minute): those that are lost', {
    tries: orders.length,
    through: orders.length - credited,
    bar: '0 lost, while people at that address are refused',
    note: `requests: ${counts(asked)}; events: ${counts(events)}`,
  })
  return { ...row, isMet: row.isMet && howMany(asked) <= REQUESTS_LET && isStillRefused }
}
