import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestServer, type TestServer } from './test-server.mjs'

declare global {
  interface Window {
    readonly happyDOM: { setURL(url: string): void }
  }
}

/** For a test file: a real HTTP server behind the page. Each test starts with no received requests and the response 200 with `body`. */
export function withTestServer(body: unknown = {}): Pick<TestServer, 'state' | 'address'> {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    window.happyDOM.setURL(server.address)
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.state.received = []
    server.state.behaviour = { status: 200, body }
  })
  return {
    get state() {
      return server.state
    },
    get address() {
      return server.address
    },
  }
}
