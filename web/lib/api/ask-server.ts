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

const API = /^\/v2\//

/** Where the API is: as the server wrote it into the page, else the server that the page came from. */
function addressOf(path: string): string {
  if (!API.test(path)) return path
  return (document.querySelector('meta[name="wallet-api"]')?.getAttribute('content') ?? '') + path
}

/** Asks the server and reads all of its answer; rejects when there is none. No cache of the browser keeps it. */
export async function askServer(address: string, request: RequestInit): Promise<ServerAnswer> {
  const response = await fetch(addressOf(address), { ...request, cache: 'no-store' })
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
