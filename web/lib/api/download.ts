import type { Call } from '#contract/call'
import { sessionStore } from '#web/lib/session/session.ts'
import { endRefusedSession, findRefusal } from './call.ts'
import { NetworkError, ServerError } from './failures.ts'
import { requestHeaders, urlOf } from './send-request.ts'

const NAME = /filename="([A-Za-z0-9.-]+)"/

/**
 * Fetches the file that a call answers with; the token goes in a header, never into an address. `name` is what it is called where the
 * server's own name does not come through. Rejects as callApi does.
 */
export async function downloadFile({ path, file: type }: Call, name: string): Promise<File> {
  const { authToken, language } = sessionStore.getState()
  const headers = { ...requestHeaders(authToken, language), Accept: type ?? '*/*' }
  const response = await fetch(urlOf(path), { headers, cache: 'no-store' }).catch((cause: unknown) => {
    throw new NetworkError('unreachable', { cause })
  })
  if (!response.ok) throw await failureOf(response, authToken)
  // Cut off in the middle, it is no file.
  const content = await response.blob().catch((cause: unknown) => {
    throw new NetworkError('unreachable', { cause })
  })
  const given = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return new File([content], given ?? name, { type: type ?? '' })
}

async function failureOf(response: Response, token: string | undefined): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined)
  const refusal = findRefusal({ httpStatus: response.status, body })
  if (refusal) endRefusedSession(refusal, token)
  return refusal ?? new ServerError(response.status)
}
