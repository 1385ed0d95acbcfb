/** Something the wallet cannot serve people without; throws, or takes too long, when it is not there. */
export interface HealthCheck {
  readonly name: string
  readonly check: () => Promise<unknown> | unknown
}

/** Whether the wallet can serve people, and what of it cannot. */
export interface Readiness {
  readonly isReady: boolean
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>
}

const CHECK_MS = 2000

/** Runs all checks side by side, two seconds at most. */
export async function readinessOf(checks: readonly HealthCheck[]): Promise<Readiness> {
  const results = await Promise.all(checks.map(async ({ name, check }) => [name, await succeeds(check)] as const))
  return {
    isReady: results.every(([, isDone]) => isDone),
    checks: Object.fromEntries(results.map(([name, isDone]) => [name, isDone ? 'ok' : 'failed'])),
  }
}

/** Whether something is done without throwing, within two seconds. */
export async function succeeds(work: () => Promise<unknown> | unknown): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MS)
  })
  const done = (async () => work())().then(
    () => true,
    () => false,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
