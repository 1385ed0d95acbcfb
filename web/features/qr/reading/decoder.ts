import { trustedScript } from '#web/lib/page/trusted-types.ts'
import decodeWorker from './decode.worker.ts?worker&url'
import type { DecodingRequest, DecodingResponse, Effort, FoundCode } from './decoding.ts'

/** A reading that takes longer than this is ended by force and has found nothing: a picture may be made to keep a decoder busy. */
const PATIENCE_MS = 5000

/** Why a picture could not be looked at: it cannot be unpacked, or the decoder itself could not be loaded. */
export class DecodingError extends Error {
  readonly reason: 'unreadable' | 'unloaded'

  constructor(reason: 'unreadable' | 'unloaded') {
    super(`The picture was not read: ${reason}`)
    this.reason = reason
  }
}

/** Looks for QR codes in pictures, on a thread of its own and on this device only. */
export interface Decoder {
  /** Finds a code, or nothing; throws DecodingFault. A bitmap is used up. */
  read(picture: Blob | ImageBitmap, effort: Effort): Promise<FoundCode | undefined>
  /** Ends the thread; readings that are under way find nothing. */
  close(): void
}

interface Reading {
  readonly resolve: (found: FoundCode | undefined) => void
  readonly reject: (fault: DecodingError) => void
}

interface Thread {
  readonly worker: Worker
  readonly ready: Promise<void>
  readonly readings: Map<number, Reading>
}

/** Starts a decoder; its code and the WebAssembly behind it begin to load at once, so that it also works when the network goes away. */
export function openDecoder(): Decoder {
  let thread: Thread | undefined = startThread()
  let count = 0
  let isClosed = false

  async function read(picture: Blob | ImageBitmap, effort: Effort): Promise<FoundCode | undefined> {
    thread ??= startThread()
    const own = thread
    await own.ready.catch((fault: unknown) => {
      if (thread === own) thread = undefined
      throw fault
    })
    if (isClosed) return undefined
    count += 1
    return await readWithin(own, { id: count, picture, effort }, () => {
      if (thread === own) thread = undefined
    })
  }
  return {
    read,
    close() {
      isClosed = true
      if (thread) endThread(thread)
      thread = undefined
    },
  }
}

function startThread(): Thread {
  const worker = new Worker(trustedScript(decodeWorker), { type: 'module' })
  const readings = new Map<number, Reading>()
  const ready = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new DecodingError('unloaded'))
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<DecodingResponse>) => {
      if (data.kind === 'ready') resolve()
      else if (data.kind === 'broken') fail()
      else settle(readings, data)
    })
  })
  // A decoder that nobody asks anything may fail in silence; whoever asks is told.
  ready.catch(() => worker.terminate())
  return { worker, ready, readings }
}

function settle(readings: Map<number, Reading>, answer: Extract<DecodingResponse, { readonly id: number }>): void {
  const reading = readings.get(answer.id)
  readings.delete(answer.id)
  if (answer.kind === 'done') reading?.resolve(answer.found)
  else reading?.reject(new DecodingError('unreadable'))
}

function readWithin(thread: Thread, request: DecodingRequest, lost: () => void): Promise<FoundCode | undefined> {
  const { worker, readings } = thread
  const reading = new Promise<FoundCode | undefined>((resolve, reject) => readings.set(request.id, { resolve, reject }))
  worker.postMessage(request, request.picture instanceof Blob ? [] : [request.picture])
  const timer = setTimeout(() => {
    lost()
    endThread(thread)
  }, PATIENCE_MS)
  return reading.finally(() => clearTimeout(timer))
}

function endThread({ worker, readings }: Thread): void {
  worker.terminate()
  for (const { resolve } of readings.values()) resolve(undefined)
  readings.clear()
}
