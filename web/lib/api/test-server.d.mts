/** What a request was. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** What the server does next: answers (a text as it is, anything else as JSON), hangs up, or never answers. */
export type Behaviour = { readonly status: number; readonly body: unknown } | 'hang up' | 'keep silent'

export interface TestServer {
  readonly state: { received: Received[]; behaviour: Behaviour }
  /** Where it listens, with a slash at the end. */
  readonly address: string
  readonly stop: () => void
}

/** For tests: a real HTTP server of this process. */
export function startTestServer(): Promise<TestServer>
