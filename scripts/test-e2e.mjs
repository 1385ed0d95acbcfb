// The tests of the browser alone, on a wallet that is built first; words go on to Playwright: `-- money.test.ts -g "top-up"`.
import { begin, build, end, measureInBrowser, runBrowser, testInBrowser } from './parts.mjs'

const words = process.argv.slice(2)

begin()
if (await build()) {
  if (words.length > 0) await runBrowser('browser', words)
  else {
    await testInBrowser()
    await measureInBrowser()
  }
}
await end()
