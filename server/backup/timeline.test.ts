import { expect, test } from 'vitest'
import { isOnLineage, partByLineage, readLineage, readPlace, timelinesOf } from './timeline.ts'

const MB16 = 16 * 1024 * 1024
const segment = (position: number, timeline = 1) =>
  `${String(timeline).padStart(8, '0')}00000000${position.toString(16).toUpperCase().padStart(8, '0')}`
// Timeline 2 has left 1 where the sixth file begins, and 3 has left 2 in the middle of the eighth.
const lineage = readLineage(3, '1\t0/6000000\tno recovery target specified\n2\t0/8800000\tbefore 2026-01-01\n\n')

test('a history file gives the end of each earlier timeline, as PostgreSQL writes it', () => {
  expect(lineage).toEqual([
    { timeline: 1, end: 0x6000000n },
    { timeline: 2, end: 0x8800000n },
    { timeline: 3, end: undefined },
  ])
  expect(readPlace('A1/FF000028')).toBe(0xa1ff000028n)
  expect(() => readPlace('nowhere')).toThrow('nowhere is no place in the log')
})

test('only log files and history files reveal timelines', () => {
  expect(timelinesOf([segment(1, 2), '00000003.history', segment(9), `${segment(4, 10)}.partial`, 'owner.json'])).toEqual([
    1, 2, 3, 16,
  ])
})

test('log that a timeline wrote after its end is not in the lineage, nor is log of another timeline', () => {
  const own = [segment(5), segment(6, 2), segment(7, 2), segment(8, 3), segment(40, 3)]
  const foreign = [segment(6), segment(8, 2), segment(6, 4)]
  expect(partByLineage([...own, ...foreign, `${segment(8, 2)}.partial`, '00000003.history'], lineage, MB16)).toEqual({
    own,
    foreign,
  })
})

test('a base backup is on the lineage of a timeline that branches off after its end, and not of one that branches off before', () => {
  expect(isOnLineage({ startsIn: segment(4), endsAt: '0/5000138' }, lineage, MB16)).toBe(true)
  expect(isOnLineage({ startsIn: segment(5), endsAt: '0/6000060' }, lineage, MB16)).toBe(false)
  expect(isOnLineage({ startsIn: segment(9, 3), endsAt: '0/9000138' }, lineage, MB16)).toBe(true)
  expect(isOnLineage({ startsIn: segment(4, 4), endsAt: '0/4000138' }, lineage, MB16)).toBe(false)
  // Those of an earlier version do not say where they ended, those of a standby not even where they began.
  expect([isOnLineage({ startsIn: segment(5) }, lineage, MB16), isOnLineage({ startsIn: segment(6) }, lineage, MB16)]).toEqual([
    true,
    false,
  ])
  expect(isOnLineage({}, lineage, MB16)).toBe(true)
})
