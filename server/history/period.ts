/** A stretch of time: from `from` on, before `to`. An open end is infinite, in PostgreSQL's spelling. */
export interface Period {
  readonly from: Date | '-infinity'
  readonly to: Date | 'infinity'
}

/** Reads a period from the wire's instants (ISO 8601, checked by the contract). Turned round, the ends are swapped. */
export function readPeriod({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): Period {
  const start = from === undefined ? '-infinity' : new Date(from)
  const end = to === undefined ? 'infinity' : new Date(to)
  return start instanceof Date && end instanceof Date && start > end ? { from: end, to: start } : { from: start, to: end }
}
