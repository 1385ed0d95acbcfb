import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'

/** The subjects of events: accounts, operations and sums; notifications; level, flags and identification; sign-ins. */
export type LiveTopic = 'money' | 'notices' | 'profile' | 'sessions'

/** The first event of a stream, repeated after a gap: anything may have changed since the page last asked. */
export const LIVE_HELLO = 'hello'

/** The type of an event that only shows that the stream is alive; it comes about every twenty seconds. */
export const LIVE_BEAT = 'beat'

export const liveTicket = call({
  method: 'POST',
  path: '/v2/wallet/live/ticket',
  auth: 'token',
  response: v.object({ status: v.literal('ok'), ticket: v.string(), expires_in: v.number() }),
})

/**
 * Each event is one word: LIVE_HELLO or a topic. The ticket is the proof, as a browser's EventSource sends no header and a token must not stand
 * in an address.
 */
export const live = call({
  method: 'GET',
  path: '/v2/wallet/live',
  auth: 'none',
  query: v.object({ ticket: v.pipe(v.string(), v.maxLength(100)) }),
  isEventStream: true,
  response: v.never(),
})

/** The API document's description of these calls. */
export const liveDocumentation = {
  tag: 'Live',
  calls: {
    liveTicket: {
      summary: 'Get a ticket for a stream of events',
      description: 'Opens one stream of events of this session, once, within half a minute.',
    },
    live: {
      summary: 'Hear what changes',
      description:
        'A stream of events (`EventSource`) for as long as the session of its ticket lasts. Each is one word and tells what to ' +
        'ask for again, never what it is: `money` (accounts, statement, sums), `notices`, `profile` (level, flags, ' +
        'identification), `sessions`. `hello` comes first, and again after a gap: anything may have changed. A ticket that is ' +
        'none, was used or is too old is refused with `INVALID_TOKEN`. Whoever is disconnected gets another ticket; of many ' +
        'streams of a person the oldest ends.',
      refusals: ['INVALID_TOKEN'],
    },
  },
  fields: {
    ticket: {
      description: 'For the address of a stream of events, once',
      also: { pattern: '^[A-Za-z0-9_-]{43}$' },
      example: '3f1Vb8xY0cWq7nTzK2mJd5RgL9pHs4aEiUoXtCyQrNk',
    },
    expires_in: { form: 'count', description: 'Seconds for which it is good', example: 30 },
  },
} satisfies FeatureDocumentation
