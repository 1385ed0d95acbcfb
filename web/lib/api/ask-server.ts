import type { Language } from '#texts/languages'

/** What came back, whatever its status. */
export interface ServerAnswer {
  readonly httpStatus: number
  readonly text: string
}

/** Asks past every cache on the way. */
export const UNCACHED = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }

/** The headers of a call: who asks, unless anybody may, and in which language. */
export function askingHeaders(token: string | undefined, language: Language): Record<string, string> {
  const headers = { Accept: 'application/json', 'Accept-Language': language }
  return token === undefined ? headers : { ...headers, Authorization: `Token ${token}` }
}

/** Asks the server and reads all of its answer; rejects when there is none. No cache of the browser keeps it. */
export async function askServer(address: string, request: RequestInit): Promise<ServerAnswer> {
  const response = await fetch(address, { ...request, cache: 'no-store' })
  return { httpStatus: response.status, text: await response.text() }
}

/** The JSON of a text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
