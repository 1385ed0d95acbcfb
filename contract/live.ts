import * as v from 'valibot'
import { call } from './call.ts'

/** What an event can be about: accounts, operations and sums; notifications; level, flags and identification; where somebody is signed in. */
export type LiveTopic = 'money' | 'notices' | 'profile' | 'sessions'

/** What a stream begins with, and what is said again after a gap: anything may have changed since the page asked last. */
export const LIVE_HELLO = 'hello'

/** The type of an event that says nothing but that the stream goes on; it comes about every twenty seconds. */
export const LIVE_BEAT = 'beat'

export const liveTicket = call({
  method: 'POST',
  path: '/v2/wallet/live/ticket',
  auth: 'token',
  response: v.object({ status: v.literal('ok'), ticket: v.string(), expires_in: v.number() }),
})

/** Each event is one word: LIVE_HELLO or a topic. The ticket is the proof: a browser's EventSource sends no header, and a token must not stand in an address. */
export const live = call({
  method: 'GET',
  path: '/v2/wallet/live',
  auth: 'none',
  query: v.object({ ticket: v.pipe(v.string(), v.maxLength(100)) }),
  isEventStream: true,
  response: v.never(),
})
