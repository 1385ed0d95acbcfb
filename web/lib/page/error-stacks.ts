// Chromium and Node have it, others do not mind; TypeScript knows it of Node only.
const errors: ErrorConstructor & { stackTraceLimit?: number } = Error
const USUAL = 10

/**
 * Errors get no stack until `keepStacks`: React makes some while its program is loaded, and for the lines of each Chromium reads that
 * program a second time, which a slow phone feels.
 */
export function forgoStacks(): void {
  errors.stackTraceLimit = 0
}

/** Errors have their stack again, for the console. */
export function keepStacks(): void {
  errors.stackTraceLimit = USUAL
}
