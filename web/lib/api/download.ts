import type { Call } from '#contract/call'
import { sessionStore } from '#web/lib/session/session.ts'
import { endRefusedSession, findRefusal, searchOf } from './call.ts'
import { NetworkError, ServerError } from './failures.ts'
import { requestHeaders, urlOf } from './send-request.ts'

const NAME = /filename="([A-Za-z0-9.-]+)"/

/** The request of a file, and the callbacks of its progress. */
export interface DownloadOptions {
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Called with the number of bytes received so far. */
  readonly onProgress?: (bytes: number) => void
  /** Aborts the download; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Downloads the file that a call answers with. The token goes in a header, never into an address. `name` is the file's name when the
 * server's own name is missing. Rejects as callApi does.
 */
export async function downloadFile({ path, file }: Call, name: string, options: DownloadOptions = {}): Promise<File> {
  const { query, onProgress, signal } = options
  const { authToken, language } = sessionStore.getState()
  const types = [file ?? []].flat()
  const headers = { ...requestHeaders(authToken, language), Accept: types.join(', ') || '*/*' }
  const unreachable = (cause: unknown): never => {
    if (signal?.aborted) throw signal.reason
    throw new NetworkError('unreachable', { cause })
  }
  const address = urlOf(path + searchOf(query))
  const response = await fetch(address, { headers, cache: 'no-store', signal: signal ?? null }).catch(unreachable)
  if (!response.ok) throw await failureOf(response, authToken)
  // An incomplete response is no file.
  const content = await (onProgress ? read(response, onProgress) : response.blob()).catch(unreachable)
  const given = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return new File([content], given ?? name, { type: response.headers.get('content-type') ?? types[0] ?? '' })
}

/** Reads a body chunk by chunk. */
async function read({ body }: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  let bytes = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    chunks.push(part.value)
    bytes += part.value.length
    onProgress(bytes)
  }
  return new Blob(chunks)
}

async function failureOf(response: Response, token: string | undefined): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined)
  const refusal = findRefusal({ httpStatus: response.status, body })
  if (refusal) endRefusedSession(refusal, token)
  return refusal ?? new ServerError(response.status)
}
