// Finds a Chromium for the browser tests, or installs one: Debian's where that is allowed, else Playwright's own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/** The path of a Chromium that can be started. Ends the process with a message when there is none and none can be installed. */
export async function findChromium() {
  const found = await lookForChromium()
  if (found) return found
  process.stdout.write('No Chromium here; installing one …\n')
  installFromDebian()
  if (!(await lookForChromium())) installFromPlaywright()
  const installed = await lookForChromium()
  if (!installed) throw new Error('Browser tests need Chromium: install it, or name it in CHROMIUM')
  return installed
}

async function lookForChromium() {
  const { chromium } = await import('playwright-core')
  return [process.env.CHROMIUM, ...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path))
}

function installFromDebian() {
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isAllowed) return
  const apt = (...words) =>
    spawnSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')
}

function installFromPlaywright() {
  spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
}
