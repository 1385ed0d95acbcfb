import { live as liveCall, liveTicket } from '#contract/live'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { type Http, openRoute, route } from '#server/http/route'
import { consume, type Limit } from '#server/security/limits'
import type { Live } from './live.ts'
import { makeTicket, spendTicket, TICKET_SECONDS } from './tickets.ts'

export interface LiveDeps {
  readonly database: Database
  readonly live: Live
}

// Pages that lose their connection come back with pauses, and a person has few of them.
const TICKETS: Limit = { scope: 'live_ticket', max: 300, windowSeconds: 600 }

/** The tickets, and the streams that they open; all streams end when the server begins to close. */
export function liveRoutes(http: Http, { database, live }: LiveDeps): void {
  route(http, liveTicket, async ({ user, now }) => {
    const counted = await consume(database, TICKETS, user.userId, now)
    if (!counted.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: counted.retryAfterSeconds })
    const ticket = await makeTicket(database, http.keys, user.sessionId, now)
    return { status: 'ok' as const, ticket, expires_in: TICKET_SECONDS }
  })
  openRoute(http, liveCall, async ({ query, now, deadline }) => {
    const user = await spendTicket(database, http.keys, query.ticket, now)
    if (!user) throw new Refusal({ code: 'INVALID_TOKEN' })
    return live.open(user, deadline)
  })
  http.app.addHook('preClose', (done) => {
    live.close()
    done()
  })
}
