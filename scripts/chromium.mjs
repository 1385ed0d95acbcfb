// Finds a Chromium for the browser tests, or installs one: Debian's where that is allowed, else Playwright's own. The one without windows
// comes first: it does the same work in about three quarters of the time.
import { existsSync } from 'node:fs'
import { installFromDebian, run } from './debian.mjs'

const KNOWN = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

/** The path of a Chromium that can be started. Ends the process with a message when there is none and none can be installed. */
export async function findChromium() {
  const found = await lookForChromium()
  if (found) return found
  process.stdout.write('No Chromium here; installing one …\n')
  await installFromDebian('chromium-headless-shell')
  if (!(await lookForChromium())) await installFromPlaywright()
  const installed = await lookForChromium()
  if (!installed) throw new Error('Browser tests need Chromium: install it, or name it in CHROMIUM')
  return installed
}

async function lookForChromium() {
  const { chromium } = await import('@playwright/test')
  return [process.env.CHROMIUM, ...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path))
}

function installFromPlaywright() {
  return run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}
