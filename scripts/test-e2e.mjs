// The tests of the browser alone, on a wallet that is built first; words go on to Playwright: `-- money.test.ts -g "top-up"`.
import { begin, build, end, runBrowser } from './parts.mjs'

begin()
if (await build()) await runBrowser('browser', process.argv.slice(2))
await end()
