import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { fieldsOf, NAMED_CALLS } from '../calls.ts'
import { Client } from '../client.ts'
import { PERSON, somePeople } from '../people.ts'
import { differenceOf, stateOf } from '../state.ts'

/** Other pages than ours ask the wallet from a browser, with whatever a browser adds by itself. */
export const origins: Attack = {
  name: 'origins',
  isQuick: true,
  async run(scene) {
    return [await readFromElsewhere(scene), await postFromElsewhere(scene)]
  },
}

const HOSTS = [
  'evil.example',
  'wallet.example.evil.example',
  'localhost',
  'localhost:3000',
  '127.0.0.1',
  '127.0.0.1:80',
  '[::1]',
  'web.telegram.org',
]
const SCHEMES = ['http', 'https', 'file', 'capacitor', 'chrome-extension']

function someOrigins(url: string): readonly string[] {
  const own = new URL(url)
  const made = HOSTS.flatMap((host) => SCHEMES.map((scheme) => `${scheme}://${host}`))
  return [
    ...made,
    'null',
    '*',
    url,
    `${url}.evil.example`,
    `${url}/`,
    own.host,
    `https://${own.host}`,
    `${own.protocol}//x@${own.host}`,
    '',
    'evil',
  ]
}

async function readFromElsewhere({ target }: Scene): Promise<Row> {
  const [anna] = await somePeople(target, 1)
  const client = new Client(target.side.url, '127.0.0.1')
  const all = someOrigins(target.side.url)
  const allowed: string[] = []
  let tries = 0
  for (const origin of all) {
    const asked = [
      { method: 'GET', token: anna?.token ?? '', headers: { origin } },
      {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      },
    ]
    for (const path of ['/v2/wallet', '/v2/wallet/auth/info', '/v2/wallet/config', '/'])
      for (const each of asked) {
        tries += 1
        const { headers } = await client.ask(path, each)
        if (Object.keys(headers).some((name) => name.startsWith('access-control-allow'))) allowed.push(`${origin} ${path}`)
      }
  }
  client.close()
  return counted(`${all.length} origins ask, and ask whether they may`, {
    tries,
    through: allowed.length,
    bar: '0 × Access-Control-Allow-…',
    note: allowed.slice(0, 3).join('; '),
  })
}

/** What a page elsewhere can send without asking: forms, text, beacons, with the cookies that there are. */
async function postFromElsewhere(scene: Scene): Promise<Row> {
  const { target } = scene
  const [anna] = await somePeople(target, 1, '100.00 USD', '1.00 EUR')
  if (!anna) throw new Error('There is nobody')
  const client = new Client(target.side.url, '127.0.0.1')
  // Anna's browser, which has a cookie of the wallet's.
  await client.ask('/v2/wallet/auth/send_code', { body: { phone: anna.phone } })
  const { cookie } = client
  const before = await stateOf(target, anna.phone)
  const given = { ...PERSON, from_account_id: (await anna.account('USD')).id, to_account_id: (await anna.account('EUR')).id }
  const done: string[] = []
  let tries = 0
  for (const named of NAMED_CALLS.filter(({ call }) => call.method === 'POST')) {
    const fields = fieldsOf(named, given)
    for (const { type, body, site } of formsOf(fields)) {
      tries += 1
      client.cookie = cookie
      const headers = {
        'content-type': type,
        origin: 'https://evil.example',
        'sec-fetch-site': site,
        'sec-fetch-mode': 'no-cors',
      }
      const { status } = await client.ask(named.call.path, { body, headers })
      if (status === 200 || status >= 500) done.push(`${named.name} as ${type}: ${status}`)
    }
  }
  client.close()
  const changed = differenceOf(before, await stateOf(target, anna.phone))
  const row = counted('forms, texts and beacons from other pages, with the device’s cookie', {
    tries,
    through: done.length,
    bar: '0 taken, nothing changed',
    note: [...done.slice(0, 5), changed && `changed: ${changed}`].filter(Boolean).join('; '),
  })
  return { ...row, isMet: row.isMet && changed === '' }
}

function formsOf(fields: Readonly<Record<string, unknown>>): readonly { type: string; body: string; site: string }[] {
  const json = JSON.stringify(fields)
  const form = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return [
    { type: 'application/x-www-form-urlencoded', body: form, site: 'cross-site' },
    { type: 'multipart/form-data; boundary=x', body: `${parts.join('')}--x--\r\n`, site: 'cross-site' },
    // A form whose one field is called like the beginning of a JSON, and has the rest as its value.
    { type: 'text/plain', body: `${json.slice(0, -1)}${json === '{}' ? '' : ','}"x":"="}`, site: 'cross-site' },
    { type: 'text/plain;charset=UTF-8', body: json, site: 'cross-site' },
    { type: 'text/plain; application/json', body: json, site: 'same-site' },
  ]
}
