import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CRASH_POINTS } from '#server/db/crash-point'
import { PROVOCATIONS } from '#survive/provocations'

const FOLDER = 'tests/survival'

/** The points that sources name, each by itself or by a beginning. */
function namedIn(sources: readonly string[]): string[] {
  const names = sources.flatMap((source) => [...source.matchAll(/'([a-z0-9]+\.[a-z_.]*)'/g)].map(([, name = '']) => name))
  return CRASH_POINTS.filter((point) => names.some((name) => point.startsWith(name)))
}

test('every point of the code where the wallet can be made to die is named in a test of crashes', () => {
  const files = readdirSync(FOLDER).filter((name) => name.startsWith('crash-'))
  expect(namedIn(files.map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8')))).toEqual(CRASH_POINTS)
})

test('a point that no test names is missed', () => {
  expect(namedIn(["await crashAt('checkpoint.uncommitted', lead)", "crashPoints('webhook.')"])).toEqual([
    'webhook.committed',
    'checkpoint.uncommitted',
  ])
})

test('a wallet is led to each of them under load, too', () => {
  expect(new Set(Object.keys(PROVOCATIONS))).toEqual(new Set(CRASH_POINTS))
})
