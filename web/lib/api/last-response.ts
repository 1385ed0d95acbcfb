let respondedAt: Date | undefined

/** Records that the server has just responded: the offline bar shows this time. */
export function recordResponse(): void {
  respondedAt = new Date()
}

/** When the server last responded since the page was loaded; undefined before the first response. */
export function lastResponseAt(): Date | undefined {
  return respondedAt
}
