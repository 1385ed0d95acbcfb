// Everything that must pass: formatting, lint with what each folder may import, nothing unused, types, unit tests, tests on a real PostgreSQL, a minute of
// faults under load, and tests in a real browser on the built wallet. Ends with a table of the parts and one line: N passed, N failed.
import { findTestChromium } from './chromium.mjs'
import { begin, build, check, end, measureInBrowser, runVitest, testInBrowser } from './parts.mjs'

begin()

/** Ends the run with one sentence. */
function refuse(fault) {
  process.stderr.write(`${fault.message}\n`)
  process.exit(1)
}

/** What needs nothing but the sources. */
async function checkSources() {
  await check('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.'])
  await check('nothing unused', 'node_modules/knip/bin/knip.js', ['--no-progress'])
  for (const part of ['ground', 'server', 'web'])
    await check(`types: ${part}`, 'node_modules/typescript/bin/tsc', ['-p', `tsconfig.${part}.json`])
}

// A browser that is missing, or lacks what the tests need, ends the run at once.
await findTestChromium().catch(refuse)
const [isBuilt] = await Promise.all([build(), checkSources()])

await runVitest('unit and page', ['unit', 'page'])
await runVitest('database and API', ['integration'], { isBuilt })
// From here on each has the machine to itself: what is cut off, killed and started again is held against times.
await runVitest('survival', ['survival'], { isBuilt })
if (isBuilt) {
  const words = ['survive/survive.ts', '--quick', '--shared']
  await check('survive, quickly', 'node_modules/tsx/dist/cli.mjs', words, { isTriedAgain: true })
  await testInBrowser()
  await measureInBrowser()
}
await end()
