import { BackupFault } from './fault.ts'

/** A stretch of the log that one timeline has written. It ends, in bytes of the log, where the next one left it; the last has no end. */
export interface Stretch {
  readonly timeline: number
  readonly end: bigint | undefined
}

const NAME = /^([0-9A-F]{8})(?:\.history$|[0-9A-F]{16})/
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
const PLACE = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i
const LINE = /^\s*([0-9]+)\s+([0-9A-F]{1,8}\/[0-9A-F]{1,8})\s/i

/** The timelines that files of the log, and histories, are of, in order. */
export function timelinesOf(names: readonly string[]): number[] {
  const found = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map((digits) => Number.parseInt(digits, 16))
  return [...new Set(found)].sort((one, other) => one - other)
}

/** A place in the log as PostgreSQL writes it (`0/3000028`), in bytes. */
export function readPlace(unchecked: string): bigint {
  const [, high, low] = PLACE.exec(unchecked) ?? []
  if (high === undefined || low === undefined) throw new BackupFault(`${unchecked} is no place in the log`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The stretches that lead to a timeline and its own, by its history as PostgreSQL keeps it. */
export function readLineage(timeline: number, history: string): Stretch[] {
  const before = history.split('\n').flatMap((line) => {
    const [, parent, place] = LINE.exec(line) ?? []
    return parent !== undefined && place !== undefined ? [{ timeline: Number(parent), end: readPlace(place) }] : []
  })
  return [...before, { timeline, end: undefined }]
}

/** Which whole files of the log a lineage passes through, and which are of another: what stands in those it does not hold. */
export function partByLineage(
  names: readonly string[],
  lineage: readonly Stretch[],
  segmentBytes: number,
): { own: string[]; foreign: string[] } {
  const parts: { own: string[]; foreign: string[] } = { own: [], foreign: [] }
  for (const name of names) {
    const start = startOf(name, segmentBytes)
    if (start === undefined) continue
    const stretch = lineage.find(({ timeline }) => timelinesOf([name])[0] === timeline)
    const isOwn = stretch !== undefined && (stretch.end === undefined || start + BigInt(segmentBytes) <= stretch.end)
    parts[isOwn ? 'own' : 'foreign'].push(name)
  }
  return parts
}

/** Where a whole file of the log begins, in bytes of the log; nothing for any other name. */
export function startOf(name: string, segmentBytes: number): bigint | undefined {
  const [, , high, number] = SEGMENT.exec(name) ?? []
  if (high === undefined || number === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${number}`) * BigInt(segmentBytes)
}

/** Whether a lineage can be followed from a base backup: from one that ended in it, by its own place or at least by its first file. */
export function isOnLineage(
  { startsIn, endsAt }: { readonly startsIn?: string | undefined; readonly endsAt?: string | undefined },
  lineage: readonly Stretch[],
  segmentBytes: number,
): boolean {
  if (startsIn === undefined) return true
  const stretch = lineage.find(({ timeline }) => timelinesOf([startsIn])[0] === timeline)
  if (stretch?.end === undefined) return stretch !== undefined
  const end = endsAt === undefined ? (startOf(startsIn, segmentBytes) ?? 0n) + BigInt(segmentBytes) : readPlace(endsAt)
  return end <= stretch.end
}
