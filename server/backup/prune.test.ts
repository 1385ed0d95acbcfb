import { expect, test } from 'vitest'
import { decidePruning } from './prune.ts'

const measured = { bytes: 1, sha256: '' }

/** A base backup that ended at noon of a day of May, and whose log begins in a file. */
function backupOf(day: number, startsIn?: string) {
  const endedAt = new Date(Date.UTC(2026, 4, day, 12)).toISOString()
  return { name: `2026050${day}`, facts: { content: measured, stored: measured, endedAt, ...(startsIn && { startsIn }) } }
}

const segment = (position: number, timeline = 1) =>
  `${String(timeline).padStart(8, '0')}${position.toString(16).toUpperCase().padStart(16, '0')}`

const backups = [backupOf(1, segment(10)), backupOf(2, segment(20)), backupOf(3, segment(30)), backupOf(4, segment(40))]
const wal = Array.from({ length: 50 }, (_, position) => segment(position))
const nothing = { days: undefined, count: undefined }

test('the chosen number of base backups stays, with the log from the oldest of them on', () => {
  expect(decidePruning(backups, wal, { ...nothing, count: 2 })).toEqual({
    backups: ['20260501', '20260502'],
    wal: wal.slice(0, 30),
    restorableFrom: '2026-05-03T12:00:00.000Z',
  })
})

test('for the chosen number of days the base backup before them stays, too: every moment of them can be restored', () => {
  const { restorableFrom, ...gone } = decidePruning(backups, wal, { ...nothing, days: 1.5 })
  expect([gone, restorableFrom]).toEqual([{ backups: ['20260501'], wal: wal.slice(0, 20) }, '2026-05-02T12:00:00.000Z'])
  expect(decidePruning(backups, wal, { ...nothing, days: 1 }).backups).toEqual(['20260501', '20260502'])
  expect(decidePruning(backups, wal, { ...nothing, days: 9 })).toMatchObject({ backups: [], wal: wal.slice(0, 10) })
})

test('with two rules, a file stays that either rule keeps', () => {
  expect(decidePruning(backups, wal, { days: 9, count: 1 }).backups).toEqual([])
  expect(decidePruning(backups, wal, { days: 0, count: 3 }).backups).toEqual(['20260501'])
})

test('the last base backup stays whatever the rules say', () => {
  const [only] = backups.slice(-1)
  for (const kept of [
    { ...nothing, count: 1 },
    { ...nothing, days: 0 },
    { ...nothing, count: 9 },
    { days: 0, count: 1 },
  ])
    expect(decidePruning(only ? [only] : [], wal, kept).backups).toEqual([])
  expect(() => decidePruning([], wal, { ...nothing, count: 1 })).toThrow('There is no base backup in the store')
})

test('files that belong to a log file are removed with it, and timeline histories stay', () => {
  const names = ['00000001.history', segment(5), `${segment(5)}.00000028.backup`, `${segment(6)}.partial`, segment(40)]
  expect(decidePruning(backups, names, { ...nothing, count: 1 }).wal).toEqual(names.slice(1, 4))
})

test('no log is removed while a kept base backup does not say where its log begins', () => {
  const older = [backupOf(1), backupOf(2), backupOf(3, segment(30))]
  expect(decidePruning(older, wal, { ...nothing, count: 2 })).toMatchObject({ backups: ['20260501'], wal: [] })
  expect(decidePruning(older, wal, { ...nothing, count: 1 })).toMatchObject({ wal: wal.slice(0, 30) })
})

test('with two timelines the log stays from the start of the earlier kept base backup', () => {
  const forked = [backupOf(1, segment(10)), backupOf(2, segment(40)), backupOf(3, segment(20, 2))]
  const names = [segment(15), segment(25), segment(45), segment(15, 2), segment(25, 2)]
  expect(decidePruning(forked, names, { ...nothing, count: 2 }).wal).toEqual([segment(15), segment(15, 2)])
})

test('nothing is removed while the log has gone on in a timeline without a base backup', () => {
  for (const newer of ['00000002.history', segment(35, 2)])
    expect(() => decidePruning(backups, [...wal, newer], { ...nothing, count: 1 })).toThrow('take a base backup first')
})
