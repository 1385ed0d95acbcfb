import { readFileSync } from 'node:fs'
import { ServerProcess } from '#tests/server-process'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, Client } from '../client.ts'

/** Starts that somebody has set up wrong: what would be open to others then. */
export const starts: Attack = {
  name: 'starts',
  isQuick: true,
  async run(scene) {
    return [await startBadly(scene), await listenAlone(scene), await strictOnceReached(scene)]
  },
}

type Settings = Readonly<Record<string, string>>

/** As with nothing said at all: what a process of a test is told stands in no environment. */
const SAID_NOTHING: Settings = { NODE_ENV: '', HOST: '', PORT: '', VELOCITY_CARD_WALLETS: '', PROVIDER_TIMEOUT_MS: '' }
const SENTENCE = 'I know that anybody can make money here'
const PRODUCTION: Settings = {
  NODE_ENV: 'production',
  SANDBOX: 'off',
  PUBLIC_URL: 'https://wallet.example',
  MONITORING_PORT: '0',
}

interface BadStart {
  readonly name: string
  readonly role: 'postgres' | 'wallet_owner' | 'wallet_app'
  readonly settings: Settings
  /** What the refusal is to say. */
  readonly says: RegExp
}

const BAD_STARTS: readonly BadStart[] = [
  ...['0.0.0.0', '::', '192.0.2.1', 'wallet.example', '127.0.0.1.wallet.example'].map((HOST) => ({
    name: `the sandbox at HOST=${HOST}, without NODE_ENV`,
    role: 'wallet_app' as const,
    settings: { HOST },
    says: /others would reach the sandbox/,
  })),
  ...['https://wallet.example', 'https://localhost.wallet.example', 'http://10.0.0.5'].map((PUBLIC_URL) => ({
    name: `the sandbox at PUBLIC_URL=${PUBLIC_URL}, without NODE_ENV`,
    role: 'wallet_app' as const,
    settings: { PUBLIC_URL },
    says: /others would reach the sandbox/,
  })),
  {
    name: 'the sandbox of one provider alone, at HOST=0.0.0.0',
    role: 'wallet_app',
    settings: { HOST: '0.0.0.0', SANDBOX: 'off', PAYMENT_PROVIDER: 'sandbox' },
    says: /others would reach the sandbox/,
  },
  { name: 'a misspelt NODE_ENV', role: 'wallet_app', settings: { NODE_ENV: 'prod' }, says: /NODE_ENV/ },
  { name: 'the sandbox in production', role: 'wallet_app', settings: { ...PRODUCTION, SANDBOX: 'on' }, says: /sandbox/ },
  {
    name: 'production as a superuser',
    role: 'postgres',
    settings: PRODUCTION,
    says: /The role "postgres" of DATABASE_URL is a superuser/,
  },
  {
    name: 'production as the owner of the tables',
    role: 'wallet_owner',
    settings: PRODUCTION,
    says: /The role "wallet_owner" of DATABASE_URL may make tables, owns tables/,
  },
  ...['DATABASE_URL', 'WALLET_SECRET', 'PUBLIC_URL'].map((name) => ({
    name: `production without ${name}`,
    role: 'wallet_app' as const,
    settings: { ...PRODUCTION, [name]: '' },
    says: new RegExp(`With NODE_ENV=production there have to be .*${name}`),
  })),
  {
    name: 'a misspelt limit in production',
    role: 'wallet_app',
    settings: { ...PRODUCTION, CODE_GUESES: '3' },
    says: /There are no such settings: CODE_GUESES/,
  },
  {
    name: 'a short secret in production',
    role: 'wallet_app',
    settings: { ...PRODUCTION, WALLET_SECRET: 'short' },
    says: /WALLET_SECRET has to have 32/,
  },
]

/** A process with only these settings, on the database of what is attacked. */
async function processOf({ target }: Scene, role: BadStart['role'], settings: Settings): Promise<ServerProcess> {
  return ServerProcess.prepare(target.urlOf(role), { ...SAID_NOTHING, ...settings })
}

async function startBadly(scene: Scene): Promise<Row> {
  const open: string[] = []
  const otherwise: string[] = []
  await atOnce(BAD_STARTS.length, 2, async (place) => {
    const bad = BAD_STARTS[place]
    if (!bad) return
    const wallet = await processOf(scene, bad.role, { PORT: '0', ...bad.settings })
    const isOpen = await wallet.start().then(
      () => true,
      () => false,
    )
    await wallet.kill()
    if (isOpen) open.push(bad.name)
    else if (!bad.says.test(wallet.complaints)) otherwise.push(`${bad.name}: ${wallet.complaints.slice(0, 150)}`)
  })
  const row = counted('starts that would leave the sandbox, generous limits or the books open', {
    tries: BAD_STARTS.length,
    through: open.length,
    bar: '0 start, and each says why',
    note: [...open, ...otherwise].slice(0, 3).join('; '),
  })
  return { ...row, isMet: row.isMet && otherwise.length === 0 }
}

// The state of a socket that listens, in the tables of the kernel.
const LISTENS = '0A'
const LOOPBACK = /^(?:[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/

/** The addresses at which something listens at a port of this machine, as the kernel writes them. */
function listenersAt(port: number): readonly string[] {
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
  return lines.flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/)
    const [address = '', hex = ''] = local.split(':')
    return state === LISTENS && Number.parseInt(hex, 16) === port ? [address] : []
  })
}

/** Nothing is said but where the database is: the sandbox is on, for this machine alone. */
async function listenAlone(scene: Scene): Promise<Row> {
  const seen: string[] = []
  const monitoringPort = '0'
  for (const settings of [{}, { HOST: 'localhost' }, { HOST: '127.0.0.1' }, { NODE_ENV: 'development' }]) {
    const wallet = await processOf(scene, 'wallet_app', {
      SANDBOX_URL: scene.target.vendors.url,
      MONITORING_PORT: monitoringPort,
      ...settings,
    })
    await wallet.start({ PORT: String(wallet.port) })
    seen.push(...listenersAt(wallet.port))
    await wallet.stop()
  }
  const outside = seen.filter((address) => !LOOPBACK.test(address))
  const row = counted('addresses at which a wallet with the sandbox listens when nothing is said of NODE_ENV', {
    tries: seen.length,
    through: outside.length,
    bar: 'this machine’s own alone',
    note: [...new Set(seen)].join(', '),
  })
  return { ...row, isMet: row.isMet && seen.length >= 4 }
}

const REQUESTS = 700

/** How many of so many requests in a minute are heard, of one address. */
async function heardOf(wallet: ServerProcess): Promise<number> {
  const client = new Client(wallet.url.replace('localhost', '127.0.0.1'), '127.0.0.1')
  const replies = await atOnce(REQUESTS, 20, () => client.ask('/v2/wallet/config', { method: 'GET' }))
  client.close()
  return replies.filter(({ status }) => status === 200).length
}

/** A wallet that others reach by a proxy of this machine has strict limits, whatever NODE_ENV is; one that nobody else reaches has none. */
async function strictOnceReached(scene: Scene): Promise<Row> {
  const reached: readonly Settings[] = [
    { SANDBOX: 'off', PUBLIC_URL: 'https://wallet.example' },
    { SANDBOX_FOR_EVERYBODY: SENTENCE, SANDBOX_URL: scene.target.vendors.url, PUBLIC_URL: 'https://wallet.example' },
    { NODE_ENV: 'test', SANDBOX: 'off', PUBLIC_URL: 'https://wallet.example' },
  ]
  const heard: number[] = []
  for (const settings of [...reached, { SANDBOX_URL: scene.target.vendors.url }]) {
    const wallet = await processOf(scene, 'wallet_app', { HOST: '127.0.0.1', ...settings })
    await wallet.start({ PORT: String(wallet.port) })
    heard.push(await heardOf(wallet))
    await wallet.stop()
  }
  const alone = heard.pop() ?? 0
  const row = counted(`requests in a minute to wallets that others reach, without NODE_ENV=production (${REQUESTS} each)`, {
    tries: REQUESTS * reached.length,
    through: Math.max(...heard),
    most: 600,
    bar: '≤ 600 each, as in production',
    note: `heard: ${heard.join(', ')}; of one that nobody else reaches: ${alone}`,
  })
  return { ...row, isMet: row.isMet && alone === REQUESTS }
}
