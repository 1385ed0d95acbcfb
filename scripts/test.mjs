// `npm test` is the everyday gate: formatting, lint with what each folder may import, nothing unused, types, unit tests, tests on a real
// PostgreSQL, and tests in a real browser on the built wallet. With `--full` (`npm run test:full`) the tests named `*.full.test.*`, every
// corner of the browser that a test's tag asks for, figures of speed and a minute of faults under load as well.
import { begin, build, check, end, measureInBrowser, runVitest, testInBrowser } from './parts.mjs'
import { findTestPrograms } from './test-programs.mjs'

const isFull = process.argv.includes('--full')

begin({ isFull })

/** What needs nothing but the sources. */
async function checkSources() {
  await check('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.'])
  await check('nothing unused', 'node_modules/knip/bin/knip.js', ['--no-progress'])
  for (const part of ['ground', 'server', 'web'])
    await check(`types: ${part}`, 'node_modules/typescript/bin/tsc', ['-p', `tsconfig.${part}.json`])
}

/** Ends the run at once: a program is missing, or the browser lacks what the tests need. */
function refuse(fault) {
  process.stderr.write(`${fault.message}\n`)
  process.exit(1)
}

await findTestPrograms({ isFull }).catch(refuse)
const [isBuilt] = await Promise.all([build(), checkSources()])

await runVitest('unit and page', ['unit', 'page'])
await runVitest('database and API', ['integration'], { isBuilt })
// What is cut off, killed and started again has the machine to itself.
await runVitest('survival', ['survival'], { isBuilt })
if (isBuilt) {
  if (isFull) {
    const words = ['survive/survive.ts', '--quick', '--shared']
    await check('survive, quickly', 'node_modules/tsx/dist/cli.mjs', words, { isTriedAgain: true })
  }
  await testInBrowser()
  if (isFull) await measureInBrowser()
}
await end()
