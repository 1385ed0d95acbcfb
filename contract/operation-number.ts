const ID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})$/

/**
 * The number of an operation for people, short enough to be read out: its day (UTC) and the last eight hex digits of its id, `261120-05E0DC38`.
 * An id without a day, such as a top-up's (UUID of version 4), gives the digits alone. A text that is not an id stays as it is.
 */
export function operationNumber(id: string): string {
  const [, high, low, version, end] = ID.exec(id) ?? []
  if (high === undefined || low === undefined || end === undefined) return id
  if (version !== '7') return end.toUpperCase()
  const day = new Date(Number.parseInt(high + low, 16)).toISOString().slice(2, 10).replaceAll('-', '')
  return `${day}-${end.toUpperCase()}`
}
