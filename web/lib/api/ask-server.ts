/** What came back, whatever its status. */
export interface ServerAnswer {
  readonly httpStatus: number
  readonly text: string
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
