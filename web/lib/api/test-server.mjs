import { createServer } from 'node:http'

// Plain JavaScript with types beside it: the web project has no Node types, and should not.

/** Starts a server that records requests and responds as configured; see test-server.d.mts. */
export async function startTestServer() {
  const state = { received: [], behaviour: { status: 200, body: {} } }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    state.received.push({ method: request.method, url: request.url, headers: request.headers, body })
    const { behaviour } = state
    if (behaviour === 'hang up') request.socket.destroy()
    if (typeof behaviour === 'string') return
    response.writeHead(behaviour.status, { 'content-type': 'application/json' })
    response.end(typeof behaviour.body === 'string' ? behaviour.body : JSON.stringify(behaviour.body))
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  function stop() {
    server.closeAllConnections()
    server.close()
  }
  return { state, address: `http://127.0.0.1:${server.address().port}/`, stop }
}
