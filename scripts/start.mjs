// Starts the wallet (`--demo`: with a demo user; `--verify`: only checks its books; `--operator …`: changes what the operator decides), and builds it first when there is no build or something was changed since.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const SOURCES = [
  'money',
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
  const stamp = join(root, 'dist/built')
  if (!existsSync(stamp)) return false
  const builtAt = statSync(stamp).mtimeMs
  return SOURCES.map((source) => join(root, source)).every((source) => !existsSync(source) || changedAt(source) <= builtAt)
}

const canBuild = existsSync(join(root, 'node_modules/vite'))
if (canBuild && !isBuilt()) {
  process.stdout.write('Building …\n')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const program = ['verify', 'demo', 'operator'].find((name) => process.argv[2] === `--${name}`) ?? 'main'
// The words after it are the program's own.
if (program !== 'main') process.argv.splice(2, 1)
await import(join(root, `dist/server/${program}.js`))
