/** A request as the server received it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** How the server responds: with a status and body (a string as it is, anything else as JSON), by closing the connection, or never. */
export type Behaviour = { readonly status: number; readonly body: unknown } | 'hang up' | 'keep silent'

export interface TestServer {
  readonly state: { received: Received[]; behaviour: Behaviour }
  /** Its URL, with a trailing slash. */
  readonly address: string
  readonly stop: () => void
}

/** For tests: a real HTTP server of this process. */
export function startTestServer(): Promise<TestServer>
