import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openLink } from '#tests/faulty-link'
import { freePort } from '#tests/free-port'
import { findPostgres } from '../../scripts/test-programs.mjs'
import { shippedConfiguration, startHaproxy } from '../haproxy.ts'
import { findProgram } from '../programs.ts'
import type { Ends, StartDatabase } from '../world.ts'

/** Three PostgreSQL servers under Patroni, which agree in etcd who of them may write; a commit is there when a second one has it. */
export interface Cluster {
  readonly nodes: readonly Node[]
  /** The node that takes writes; waits for one. */
  whenLed(): Promise<Node>
  /** The node that every commit has to reach; waits for one. */
  whenStandby(): Promise<Node>
  /** Resolves when all nodes are there and a standby has every commit. */
  whenWhole(): Promise<void>
  /** Has the standby lead and the leader follow, as before work on its machine; resolves when Patroni says that it is done. */
  switchOver(): Promise<void>
}

/** A machine with PostgreSQL and Patroni. */
export interface Node {
  readonly name: string
  /** Of PostgreSQL itself, past the balancer. */
  readonly port: number
  /** Kills all of it at once, as a power cut does. */
  kill(): void
  start(): void
}

const NODES = 3
const LED_MS = 120_000

/** A cluster that is not there yet: `startDatabase` is for a world, `cluster` gives it once that has been called. */
export function clusterOf(): { startDatabase: StartDatabase; cluster: () => Cluster } {
  let made: Cluster | undefined
  return {
    startDatabase: async (folder, ends) => {
      const { cluster, port } = await startCluster(folder, ends)
      made = cluster
      const link = await openLink({ port, host: '127.0.0.1' })
      ends.push(() => link.close())
      return { connectionString: `postgres://postgres@127.0.0.1:${port}/wallet`, link }
    },
    cluster: () => {
      if (!made) throw new Error('The cluster has not been started')
      return made
    },
  }
}

async function startCluster(folder: string, ends: Ends): Promise<{ cluster: Cluster; port: number }> {
  const programs = { postgres: await findPostgres(), patroni: await findProgram('/usr/bin/patroni', 'patroni') }
  const etcd = await startEtcd(folder, ends)
  const account = postgresAccount()
  const nodes: (Node & { readonly restPort: number; status(): Promise<string | undefined> })[] = []
  for (let place = 1; place <= NODES; place += 1) {
    const [port, restPort] = [await freePort(), await freePort()]
    const home = join(folder, `node${place}`)
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, account.uid, account.gid)
    const file = join(home, 'patroni.yaml')
    writeFileSync(file, configurationOf({ name: `node${place}`, home, port, restPort, etcd, programs: programs.postgres }))
    chownSync(file, account.uid, account.gid)
    nodes.push(createNode({ name: `node${place}`, home, port, restPort, patroni: programs.patroni, account }))
  }
  ends.push(async () => {
    for (const node of nodes) node.kill()
  })
  for (const node of nodes) node.start()
  const cluster: Cluster = {
    nodes,
    whenLed: () => firstOf(nodes, async (node) => (await node.status()) === 'leader'),
    whenStandby: () => firstOf(nodes, async (node) => (await node.status()) === 'standby'),
    whenWhole: async () => {
      await firstOf(nodes, async () => (await Promise.all(nodes.map((node) => node.status()))).sort().join() === WHOLE)
    },
    switchOver: async () => {
      await promisify(execFile)('/usr/bin/patronictl', ['-c', join(folder, 'node1/patroni.yaml'), 'switchover', '--force'], {
        env: ENVIRONMENT,
      })
    },
  }
  await cluster.whenWhole()
  await createDatabase(await cluster.whenLed())
  return { cluster, port: await startBalancer(folder, ends, nodes) }
}

const WHOLE = ['leader', 'replica', 'standby'].join()

async function firstOf<Item>(items: readonly Item[], isIt: (item: Item) => Promise<boolean>): Promise<Item> {
  for (const end = performance.now() + LED_MS; performance.now() < end; await pause(100)) {
    for (const item of items) if (await isIt(item)) return item
  }
  throw new Error('The cluster has not come to an agreement')
}

function createNode({
  name,
  home,
  port,
  restPort,
  patroni,
  account,
}: {
  readonly name: string
  readonly home: string
  readonly port: number
  readonly restPort: number
  readonly patroni: string
  readonly account: { readonly uid: number; readonly gid: number }
}) {
  let running: ChildProcess | undefined
  return {
    name,
    port,
    restPort,
    start(): void {
      running = spawn(patroni, [join(home, 'patroni.yaml')], {
        ...account,
        cwd: home,
        stdio: 'ignore',
        detached: true,
        env: ENVIRONMENT,
      })
    },
    kill(): void {
      const note = join(home, 'data/postmaster.pid')
      const postmaster = existsSync(note) ? Number.parseInt(readFileSync(note, 'utf8'), 10) : 0
      running?.kill('SIGKILL')
      if (postmaster > 0) killIfThere(postmaster)
    },
    /** What Patroni says of it: leader, standby (it has every commit), replica, or nothing. */
    async status(): Promise<string | undefined> {
      for (const [path, status] of [
        ['leader', 'leader'],
        ['sync', 'standby'],
        ['replica', 'replica'],
      ] as const) {
        const isIt = await fetch(`http://127.0.0.1:${restPort}/${path}`).then(
          (answer) => answer.status === 200,
          () => false,
        )
        if (isIt) return status
      }
      return undefined
    },
  }
}

const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

async function startEtcd(folder: string, ends: Ends): Promise<string> {
  const program = await findProgram('/usr/bin/etcd', 'etcd-server')
  const [client, peer] = [await freePort(), await freePort()]
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const words = ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl]
  const peers = [
    '--listen-peer-urls',
    peerUrl,
    '--initial-advertise-peer-urls',
    peerUrl,
    '--initial-cluster',
    `default=${peerUrl}`,
  ]
  const etcd = spawn(program, [...words, ...peers], { stdio: 'ignore' })
  ends.push(async () => etcd.kill('SIGKILL'))
  return `127.0.0.1:${client}`
}

/** HAProxy as deploy/haproxy.cfg has it: to whichever node says that it is the primary. */
async function startBalancer(folder: string, ends: Ends, nodes: readonly { port: number; restPort: number }[]): Promise<number> {
  const port = await freePort()
  const backends = nodes.map((node) => ({ port: node.port, healthPort: node.restPort }))
  const configuration = shippedConfiguration('database', port, backends)
  const balancer = await startHaproxy(join(folder, 'database.cfg'), configuration)
  ends.push(async () => balancer.kill('SIGKILL'))
  await firstOf([port], () => answers(port))
  return port
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'wallet', connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  return await client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

async function createDatabase({ port }: Node): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('create database wallet').finally(() => client.end())
}

/** PostgreSQL does not run as root. */
function postgresAccount(): { uid: number; gid: number } {
  if (process.getuid?.() !== 0) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const [uid, gid] = ['-u', '-g'].map((word) => Number(execFileSync('id', [word, 'postgres'], { encoding: 'utf8' })))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

interface NodeFacts {
  readonly name: string
  readonly home: string
  readonly port: number
  readonly restPort: number
  readonly etcd: string
  readonly programs: string
}

// As deploy/patroni.yaml, with shorter times; on one machine nobody needs a password.
function configurationOf({ name, home, port, restPort, etcd, programs }: NodeFacts): string {
  return `scope: wallet
name: ${name}
restapi: { listen: '127.0.0.1:${restPort}', connect_address: '127.0.0.1:${restPort}' }
etcd3: { host: '${etcd}' }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: { wal_level: replica, wal_retrieve_retry_interval: 500ms, max_connections: 200, wal_keep_size: 512MB, unix_socket_directories: '${home}' }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
postgresql:
  listen: '127.0.0.1:${port}'
  connect_address: '127.0.0.1:${port}'
  data_dir: '${home}/data'
  bin_dir: '${programs}'
  pgpass: '${home}/pgpass'
  basebackup: [ { checkpoint: fast } ]
  pg_hba: [ 'local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust' ]
  authentication: { superuser: { username: postgres }, replication: { username: postgres }, rewind: { username: postgres } }
`
}
