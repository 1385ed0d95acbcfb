// Builds the wallet into dist/: the server as plain modules, the web app as hashed and compressed assets.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')

/** Runs a program of ours from node_modules; ends the build when it fails. */
function run(program, ...parameters) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...parameters], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync(dist, { recursive: true, force: true })
// The types are looked at by `npm test` and `npm run check`: whoever starts the wallet need not wait for it.
run('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck')
cpSync(join(root, 'db/migrations'), join(dist, 'db/migrations'), { recursive: true })
for (const name of readdirSync(join(root, 'sandbox'))) {
  if (!name.endsWith('.ts')) cpSync(join(root, 'sandbox', name), join(dist, 'sandbox', name))
}
cpSync(join(root, 'server/documents/fonts'), join(dist, 'server/documents/fonts'), { recursive: true })
for (const brand of readdirSync(join(root, 'brands'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const mark = join(root, 'brands', brand.name, 'assets/favicon.svg')
  if (existsSync(mark)) cpSync(mark, join(dist, 'brands', brand.name, 'assets/favicon.svg'))
}

// In the built tree the aliases of imports lead to .js files.
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const aliases = Object.fromEntries(Object.entries(imports).map(([alias, path]) => [alias, path.replace(/\.ts$/, '.js')]))
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ type: 'module', imports: aliases }, null, 2)}\n`)

run('vite/bin/vite.js', 'build', '--logLevel', 'error')
// The sandbox's card field has the page's typeface (sandbox/card-field-page.ts).
cpSync(join(root, 'web/ui/page/fonts'), join(dist, 'web/ui/page/fonts'), { recursive: true })
const assets = join(dist, 'web/assets')
const [zip, squeeze] = [promisify(gzip), promisify(brotliCompress)]
const compressed = readdirSync(assets).filter((name) => /\.(js|css|json|svg|wasm)$/.test(name))
await Promise.all(
  compressed.map(async (name) => {
    const file = join(assets, name)
    const content = readFileSync(file)
    writeFileSync(`${file}.gz`, await zip(content, { level: 9 }))
    writeFileSync(`${file}.br`, await squeeze(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
  }),
)
writeFileSync(join(dist, 'built'), `${new Date().toISOString()}\n`)
