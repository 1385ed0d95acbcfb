// Development: the server from its sources, started anew at every change, and Vite with hot reload in front of it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithShell } from './end-with-shell.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const port = process.env.PORT ?? '3000'
const apiPort = process.env.API_PORT ?? String(Number(port) + 1)
const url = `http://localhost:${port}`

const children = [
  start('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], {
    PORT: apiPort,
    PUBLIC_URL: process.env.PUBLIC_URL ?? url,
    SERVES_PAGE: 'off',
  }),
  start('node_modules/vite/bin/vite.js', ['--port', port, '--strictPort'], { API_PORT: apiPort }),
]

function start(program, words, environment) {
  return spawn(process.execPath, [join(root, program), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
}

function endAll() {
  for (const child of children) child.kill('SIGTERM')
}

endWithShell()
// Ctrl-C reaches the children by itself; whichever ends, the other has no purpose.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', endAll)
for (const child of children) {
  child.once('exit', (code) => {
    endAll()
    process.exitCode = code ?? 0
  })
}
