import { ask, type Reachable, type TestUser, until } from '#tests/builders'

/** A page that hears what changes: a stream of events, and what has come of it so far. */
export interface LivePage {
  /** Each with when it came, by the monotonic clock. */
  readonly heard: readonly { readonly word: string; readonly atMs: number }[]
  words(): readonly string[]
  hasEnded(): boolean
  leave(): void
}

/** A fresh ticket for a stream of somebody's session. */
export async function ticketOf({ token }: Pick<TestUser, 'token'>, at: Reachable): Promise<string> {
  return String((await ask(at, 'POST', '/v2/wallet/live/ticket', { token })).ticket)
}

/** Opens the stream of a ticket; throws the status that it was refused with. */
export async function openLive(at: Reachable, ticket: string): Promise<LivePage> {
  const leaving = new AbortController()
  const response = await fetch(`${at.url}/v2/wallet/live?ticket=${ticket}`, { signal: leaving.signal })
  if (response.status !== 200 || !response.body) throw new Error(`Refused: ${response.status}`)
  const heard: { word: string; atMs: number }[] = []
  let hasEnded = false
  const read = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      const words = events.filter((event) => event.startsWith('data: ')).map((event) => event.slice('data: '.length))
      heard.push(...words.map((word) => ({ word, atMs: performance.now() })))
    }
  }
  read(response.body)
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  return { heard, words: () => heard.map(({ word }) => word), hasEnded: () => hasEnded, leave: () => leaving.abort() }
}

/** Opens a page of somebody's, at the wallet that they use unless it says another. */
export async function aLivePage(user: TestUser, at: Reachable = user.wallet): Promise<LivePage> {
  return openLive(at, await ticketOf(user, at))
}

/** Resolves when a page has heard a word after so many others. */
export function hears(page: LivePage, word: string, after = 1): Promise<void> {
  return until(async () => page.words().slice(after).includes(word))
}
