// Installs a package of Debian where that is allowed; whoever needs it looks for it afterwards.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a package, where apt-get is here and may be used; does nothing elsewhere. */
export async function installFromDebian(name) {
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isAllowed) return
  await run('apt-get', ['update', '-qq'])
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
}

/** What `look` finds, or finds after Debian's package was installed. Rejects with `fault` when that is still nothing. */
export async function findOrInstall(look, name, fault) {
  const found = look()
  if (found) return found
  await installFromDebian(name)
  const installed = look()
  if (!installed) throw new Error(fault)
  return installed
}

/** Runs a program to its end, however that is: what it was to bring is looked for afterwards. */
export function run(program, words) {
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return new Promise((resolve) => {
    child.once('error', resolve).once('close', resolve)
  })
}
