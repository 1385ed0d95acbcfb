import { openBalancer } from '#survive/balancer'
import { openConnection } from '#survive/raw-http'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'

/** One request is hidden in another, so that a proxy and the wallet take it for different ones. */
export const smuggling: Attack = {
  name: 'smuggling',
  isQuick: true,
  async run(scene) {
    return [await smuggle(scene, 'straight to the wallet', scene.target.wallet.url), await throughProxy(scene)]
  },
}

const HIDDEN = 'GET /v2/wallet/auth/info HTTP/1.1\r\nhost: x\r\nx-hidden: '
const CHUNKED = [
  'transfer-encoding: chunked',
  'transfer-encoding : chunked',
  'transfer-encoding:\tchunked',
  'transfer-encoding: xchunked',
  'transfer-encoding: chunked, identity',
  'transfer-encoding: identity, chunked',
  'transfer-encoding: CHUNKED',
  'transfer-encoding: "chunked"',
  'transfer-encoding:\u000bchunked',
  'transfer-encoding:\n chunked',
  'transfer-encoding: chunked\r\ntransfer-encoding: x',
  'transfer-encoding: x\r\ntransfer-encoding: chunked',
  ' transfer-encoding: chunked',
  'x: y\ntransfer-encoding: chunked',
  'x: y\rtransfer-encoding: chunked',
  'transfer_encoding: chunked',
  'transfer-encoding:\r\n chunked',
  'transfer-encoding: chunk',
  'transfer-encoding: chunked;x',
  'transfer-encoding: \u0000chunked',
]
const LENGTHS = [
  'content-length: 6',
  'content-length: +6',
  'content-length: 6\r\ncontent-length: 60',
  'content-length: 0x6',
  'content-length: 6, 6',
  'content-length:\n 6',
  'content-length: -1',
  'content-length: 6 6',
]
const ENDS = ['\r\n', '\n', '\r', ' HTTP/1.1\r\n']

/** Bodies that one side could take for the end of the request, and the other not. */
function vectors(): readonly Buffer[] {
  const head = 'POST /v2/wallet/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const both = CHUNKED.map((line) => `${head}content-length: ${HIDDEN.length + 5}\r\n${line}\r\n\r\n0\r\n\r\n${HIDDEN}`)
  const shorter = CHUNKED.map(
    (line) => `${head}content-length: 4\r\n${line}\r\n\r\n${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`,
  )
  const lengths = LENGTHS.map((line) => `${head}${line}\r\n\r\n{}    ${HIDDEN}`)
  const sizes = ['0x5', '5;x=y', ' 5', '+5', 'fffffffffffffffff', '5\n', '-1'].map(
    (size) => `${head}transfer-encoding: chunked\r\n\r\n${size}\r\n{}   \r\n0\r\n\r\n${HIDDEN}`,
  )
  const lines = ENDS.map((end) => `GET /v2/wallet/config HTTP/1.1${end}host: x${end}${end}${HIDDEN}`)
  const get = `GET /v2/wallet/config HTTP/1.1\r\nhost: x\r\ncontent-length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`
  const upgrade = `GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n${HIDDEN}`
  return [...both, ...shorter, ...lengths, ...sizes, ...lines, get, upgrade].map((text) => Buffer.from(text, 'latin1'))
}

const PATIENCE_MS = 400
const VICTIM = Buffer.from('GET /version.json HTTP/1.1\r\nhost: x\r\n\r\n')

/** After each vector, somebody else asks on a connection of their own: whatever they get has to be theirs. */
async function smuggle({ isQuick, tell }: Scene, how: string, url: string): Promise<Row> {
  const plain = await ask(url, VICTIM)
  const all = vectors().filter((_, place) => !isQuick || place % 3 === 0)
  const wrong: string[] = []
  let answeredTwice = 0
  for (const [place, vector] of all.entries()) {
    const line = await openConnection(url)
    const timer = setTimeout(() => line.close(), PATIENCE_MS)
    await line.ask(vector)
    const victims = await Promise.all([ask(url, VICTIM), ask(url, VICTIM)])
    // The attacker's own next request, on the same connection, may be cut off; it must not be the end of the hidden one.
    const own = line.isOpen() ? await line.ask(Buffer.from(`\r\n\r\n${VICTIM}`)) : undefined
    if (own?.body.includes('INVALID_TOKEN')) answeredTwice += 1
    clearTimeout(timer)
    line.close()
    for (const victim of victims) if (victim?.body !== plain?.body) wrong.push(`vector ${place}: ${victim?.status}`)
  }
  for (const each of wrong.slice(0, 5)) tell(each)
  return counted(`requests hidden in others, ${how}`, {
    tries: all.length,
    through: wrong.length,
    bar: '0 answers to somebody else',
    note: [`${answeredTwice} times the attacker’s own connection was answered for what was hidden`, ...wrong.slice(0, 3)].join(
      '; ',
    ),
  })
}

async function ask(url: string, bytes: Buffer): Promise<{ status: number; body: string } | undefined> {
  const line = await openConnection(url)
  const timer = setTimeout(() => line.close(), 3000)
  const answer = await line.ask(bytes)
  clearTimeout(timer)
  line.close()
  return answer
}

async function throughProxy(scene: Scene): Promise<Row> {
  const { target } = scene
  const [one, other] = [await target.startBehindProxy(), await target.startBehindProxy()]
  try {
    const balancer = await openBalancer(target.folder, [one, other]).catch((error: unknown) => String(error))
    if (typeof balancer === 'string')
      return {
        attack: 'requests hidden in others, through HAProxy',
        tries: 0,
        through: '',
        bar: '',
        isMet: false,
        note: `nothing was tried: ${balancer}`,
      }
    try {
      return await smuggle(scene, 'through HAProxy (deploy/haproxy.cfg)', balancer.url)
    } finally {
      await balancer.close()
    }
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
}
