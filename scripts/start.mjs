// Starts the wallet (`--demo`: with a demo user; `--verify`: only checks its books; `--operator …`: changes what the operator decides; `--migrate`, `--backup …`, `--restore …`, `--sandbox`), and builds it first when there is no build or something was changed since.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithShell } from './end-with-shell.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const STAMP = join(root, 'dist/built')
const SIGNALS = ['SIGINT', 'SIGTERM']
const SOURCES = [
  'money',
  'codes',
  'contract',
  'texts',
  'brands',
  'server',
  'sandbox',
  'db',
  'web',
  'package.json',
  'vite.config.ts',
  'tsconfig.build.json',
]

/** When something below a path was last changed, in milliseconds. */
function changedAt(path) {
  const facts = statSync(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  return Math.max(facts.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

function isBuilt() {
  if (!existsSync(STAMP)) return false
  const builtAt = statSync(STAMP).mtimeMs
  return SOURCES.map((source) => join(root, source)).every((source) => !existsSync(source) || changedAt(source) <= builtAt)
}

/** Builds the wallet; told to end meanwhile, it ends the build with all that the build has started, and then this process. */
async function build() {
  process.stdout.write('Building …\n')
  const isGroup = process.platform !== 'win32'
  const child = spawn(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit', detached: isGroup })
  let isEnding = false
  const end = () => {
    isEnding = true
    // The compiler hears SIGTERM only when it is done; a build that was cut off is begun anew anyway.
    process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL')
  }
  for (const signal of SIGNALS) process.on(signal, end)
  const status = await new Promise((resolve) => child.once('exit', resolve))
  if (isEnding) process.exit(0)
  if (status !== 0) process.exit(status ?? 1)
  for (const signal of SIGNALS) process.off(signal, end)
}

endWithShell()
const program =
  ['verify', 'demo', 'operator', 'migrate', 'backup', 'restore', 'sandbox'].find((name) => process.argv[2] === `--${name}`) ??
  'main'
// What works beside a running wallet is of its build, whatever has changed since: to build anew would take its files away.
const isBeside = ['verify', 'operator', 'backup', 'restore'].includes(program)
const canBuild = existsSync(join(root, 'node_modules/vite'))
if (canBuild && !(isBeside ? existsSync(STAMP) : isBuilt())) await build()
// The words after it are the program's own.
if (program !== 'main') process.argv.splice(2, 1)
await import(join(root, `dist/server/${program}.js`))
