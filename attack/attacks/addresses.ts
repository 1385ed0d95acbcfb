import { freshPhone } from '#tests/builders'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce } from '../client.ts'
import { AUTH, countSms } from '../people.ts'

/** Somebody says that they come from elsewhere. */
export const addresses: Attack = {
  name: 'addresses',
  isQuick: true,
  async run(scene) {
    return [await codesFromElsewhere(scene), await requestsFromElsewhere(scene)]
  },
}

const HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'x-cluster-client-ip',
]

function claim(place: number): Record<string, string> {
  const address = `198.${18 + (place % 2)}.${Math.floor(place / 250) % 250}.${place % 250}`
  const name = HEADERS[place % HEADERS.length] ?? 'x-forwarded-for'
  const value = name === 'forwarded' ? `for=${address}` : place % 3 === 0 ? `${address}, 127.0.0.1` : address
  return { [name]: value }
}

async function codesFromElsewhere({ target, isQuick }: Scene): Promise<Row> {
  const tries = isQuick ? 200 : 500
  const before = await countSms(target)
  const client = target.stranger()
  await atOnce(tries, 10, (place) => {
    client.cookie = ''
    return client.ask(`${AUTH}/send_code`, { body: { phone: freshPhone() }, headers: claim(place) })
  })
  client.close()
  return counted('codes to as many numbers from one address, which says each time that it is another', {
    tries,
    through: (await countSms(target)) - before,
    most: 16,
    bar: '≤ 16 SMS: one bucket',
  })
}

async function requestsFromElsewhere({ target }: Scene): Promise<Row> {
  const client = target.stranger()
  const replies = await atOnce(1000, 10, (place) => client.ask('/v2/wallet/config', { method: 'GET', headers: claim(place) }))
  client.close()
  return counted('requests from one address in a minute, which says each time that it is another', {
    tries: replies.length,
    through: replies.filter(({ status }) => status === 200).length,
    most: 600,
    bar: '≤ 600: one bucket',
  })
}
