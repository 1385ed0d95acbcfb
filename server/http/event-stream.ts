import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIVE_BEAT } from '#contract/live'

/** An answer that goes on: events, each a word, for as long as whoever asked reads them (`text/event-stream`). */
export class EventStream {
  readonly onOpen: (connection: EventConnection) => void

  constructor(onOpen: (connection: EventConnection) => void) {
    this.onOpen = onOpen
  }
}

/** The connection of a stream of events. Whoever does not read what is sent is disconnected, and has to come again. */
export interface EventConnection {
  send(words: readonly string[]): void
  /** Sends an event that says nothing, so that nobody on the way takes the connection for dead, and the page knows that it is not. */
  beat(): void
  /** Ends it in order. */
  end(): void
  /** Hears once that it has ended, whoever has ended it. */
  onClose(heard: () => void): void
}

// Of a type of its own: whoever listens for words does not hear it.
const BEAT = `event: ${LIVE_BEAT}\ndata: .\n\n`
const TYPE = 'text/event-stream; charset=utf-8'
// More than can come of events between two beats.
const UNREAD_BYTES_MAX = 16_384
const END_MS = 1000

/** Whether a request was answered with a stream of events. */
export function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader('content-type') === TYPE
}

/** Answers with a stream of events: its head at once, then whatever is sent. It has no deadline, and its connection serves nothing else. */
export function openEventStream({ onOpen }: EventStream, { method, server }: FastifyRequest, reply: FastifyReply): FastifyReply {
  // For nginx, which would collect it.
  reply.header('content-type', TYPE).header('x-accel-buffering', 'no').header('connection', 'close')
  reply.hijack()
  const { raw } = reply
  // Without setHeader, which keeps them for as long as the stream is open.
  raw.writeHead(200, definedOf(reply.getHeaders()))
  if (raw.socket) server.countAsStream(raw.socket)
  const connection = connectionOf(raw)
  onOpen(connection)
  if (method === 'HEAD') connection.end()
  return reply
}

function definedOf(headers: ReturnType<FastifyReply['getHeaders']>): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}

function connectionOf(raw: ServerResponse): EventConnection {
  let wasUnread = false
  const isGone = (): boolean => raw.socket === null || raw.socket.destroyed
  const write = (text: string): void => {
    if (isGone()) return
    raw.write(text)
    if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy()
  }
  return {
    send: (words) => write(words.map((word) => `data: ${word}\n\n`).join('')),
    beat() {
      const isUnread = raw.writableLength > 0
      // What was sent before the last beat has not even left this machine.
      if (isUnread && wasUnread) raw.destroy()
      else write(BEAT)
      wasUnread = isUnread
    },
    end() {
      raw.end()
      // Whoever does not read does not keep it open.
      setTimeout(() => raw.destroy(), END_MS).unref()
    },
    onClose(heard) {
      if (isGone()) heard()
      else raw.once('close', heard)
    },
  }
}
