import { expect, test } from 'vitest'
import { findUnknown } from './env-unknown.ts'

const SETTINGS = ['PORT', 'HOST', 'BRAND', 'NODE_ENV', 'PUBLIC_URL', 'LOG_LEVEL', 'REQUESTS_PER_MINUTE', 'P2P_LOOKUPS_PER_DAY']
const ALL = [...SETTINGS, 'DATABASE_URL', 'DATABASE_WAIT_SECONDS', 'OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_ENDPOINT']

const found = (...names: string[]) => findUnknown(Object.fromEntries(names.map((name) => [name, 'x'])), ALL)

test('a name that starts like several settings, or like the first two words of one, is taken for a misspelt setting', () => {
  const names = ['DATABASE_POOL', 'DATABASE_', 'P2P_LOOKUPS', 'P2P_LOOKUPS_A_DAY', 'REQUESTS_PER_HOUR', 'PUBLIC_URL_OF_PAGE']
  expect(found(...names)).toEqual(names)
})

test('a name a few letters away from a setting is taken for a misspelt setting, in upper or lower case', () => {
  const names = ['BRANDS', 'PUBLIC_URI', 'DATABSE_URL', 'HOSTS', 'LOGLEVEL', 'P2P_LOOKUP_PER_DAY', 'REQUEST_PER_MINUTES', 'port']
  expect([...found(...names), ...found('OTEL_SERVICES_NAME', 'NODE_ENVS')]).toEqual([...names, 'OTEL_SERVICES_NAME', 'NODE_ENVS'])
})

test('variables of the machine, of other programs and of Kubernetes are not taken for misspelt settings', () => {
  const machine = ['PATH', 'HOME', 'HOSTNAME', 'PWD', 'TZ', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_VERSION', 'LOG_FORMAT']
  expect(found(...machine, ...ALL, 'REQUESTS_CA_BUNDLE', 'OTEL_EXPORTER_OTLP_HEADERS', 'PGPASSWORD', 'XDG_DATA_DIRS')).toEqual([])
  expect(found('DATABASE_SERVICE_HOST', 'DATABASE_SERVICE_PORT_HTTP', 'DATABASE_PORT_5432_TCP_ADDR')).toEqual([])
  expect(findUnknown({ DATABASE_PORT: 'tcp://10.96.0.10:5432' }, ALL)).toEqual([])
  expect(findUnknown({ DATABASE_PORT: '5432' }, ALL)).toEqual(['DATABASE_PORT'])
})
