import type { Language } from '#texts/languages'

/** A response of any status. */
export interface HttpResponse {
  readonly httpStatus: number
  readonly text: string
}

/** Headers that bypass every cache on the way. */
export const UNCACHED = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }

/** The headers of a call: the token, unless the call needs none, and the language. */
export function requestHeaders(token: string | undefined, language: Language): Record<string, string> {
  const headers = { Accept: 'application/json', 'Accept-Language': language }
  return token === undefined ? headers : { ...headers, Authorization: `Token ${token}` }
}

const API = /^\/v2\//

/** The URL of an API path: at the origin the server wrote into the page, else at the page's own. */
export function urlOf(path: string): string {
  if (!API.test(path)) return path
  return (document.querySelector('meta[name="wallet-api"]')?.getAttribute('content') ?? '') + path
}

/** Sends a request and reads the whole response; rejects when there is none. The browser does not cache it. */
export async function sendRequest(address: string, request: RequestInit): Promise<HttpResponse> {
  const response = await fetch(urlOf(address), { ...request, cache: 'no-store' })
  return { httpStatus: response.status, text: await response.text() }
}

/** Parses JSON; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
