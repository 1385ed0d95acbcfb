import { type Answer, until } from '#tests/builders'
import { type FaultyLink, openLink } from '#tests/faulty-link'

/** Of a wallet whose rates are still good when what was asked for is asked for again, however slow this machine is. */
export const LASTING_RATES = { RATE_LIFETIME_SECONDS: '3600' }

/** The name of a test's database, in its URL. */
export const databaseName = (url: string): string => /\/(test_\w+)\?/.exec(url)?.[1] ?? ''

/** A link to the cluster of a database, as if it were on another machine, and the URL of a database behind it. */
export async function aLink(clusterUrl: string): Promise<FaultyLink & { url: (database: string) => string }> {
  const link = await openLink({ path: `${decodeURIComponent(/host=([^&]+)/.exec(clusterUrl)?.[1] ?? '')}/.s.PGSQL.5432` })
  return { ...link, url: (database) => `postgres://postgres@127.0.0.1:${link.port}/${database}` }
}

/** Sends again what is busy or still under way, as it says. */
export async function taken(send: () => Promise<Answer>): Promise<Answer> {
  const isNotNow = ({ code }: Answer): boolean => code === 'busy' || code === 'idempotency_running'
  let answer = await send()
  await until(async () => {
    if (isNotNow(answer)) answer = await send()
    return !isNotNow(answer)
  })
  return answer
}
