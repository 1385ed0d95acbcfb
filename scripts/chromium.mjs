// Finds a Chromium for the browser tests, or installs one: the one named in CHROMIUM, else Debian's, else Playwright's own. Debian's
// chromium-headless-shell is not used: it denies notifications to every site.
import { existsSync } from 'node:fs'
import { findMissingAbilities } from './browser-abilities.mjs'
import { installFromDebian, run } from './debian.mjs'

const KNOWN = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`)

/** The path of a Chromium that can be started. Rejects when there is none and none can be installed. */
export async function findChromium() {
  const named = process.env.CHROMIUM
  if (named && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist`)
  const found = named || (await lookForChromium())
  if (found) return found
  process.stdout.write('No Chromium here; installing one …\n')
  await installFromDebian('chromium')
  if (!(await lookForChromium())) await installFromPlaywright()
  const installed = await lookForChromium()
  if (!installed) throw new Error('Browser tests need Chromium: install it, or name it in CHROMIUM')
  return installed
}

let testChromium

/** The path of a Chromium that can do all that the browser tests need, asked for once. Rejects with the abilities it lacks. */
export function findTestChromium() {
  testChromium ??= findAbleChromium()
  return testChromium
}

async function findAbleChromium() {
  const path = await findChromium()
  const missing = await findMissingAbilities(path)
  if (missing.length > 0) throw new Error(`Browser tests need a Chromium with ${missing.join(', ')}; ${path} lacks that`)
  return path
}

async function lookForChromium() {
  const { chromium } = await import('@playwright/test')
  return [...KNOWN, chromium.executablePath()].find((path) => existsSync(path))
}

function installFromPlaywright() {
  return run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}
