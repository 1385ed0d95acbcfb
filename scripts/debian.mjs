// Installs a package of Debian, or unpacks a program of one, where that is allowed; whoever needs it looks for it afterwards.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

// Tests of several processes may lack something at once, and apt-get refuses whoever comes second.
const ONE_AT_A_TIME = join(tmpdir(), 'wallet-apt-get.lock')
const INSTALL = `apt-get update -qq
  apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 "$1"`

/** Installs a package, where apt-get is here and may be used; does nothing elsewhere. */
export async function installFromDebian(name) {
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isAllowed) return
  await run('flock', [ONE_AT_A_TIME, 'sh', '-c', INSTALL, 'sh', name])
}

const UNPACK = `cd "$1" && apt-get download -qq -o APT::Sandbox::User=root "$2" \\
  && dpkg-deb --fsys-tarfile "$2"_*.deb | tar -xO "./$3" >part && chmod 755 part && mv part "$4"; rm -f "$2"_*.deb`

/** Puts one program of a package into a folder, where apt-get is here, and installs nothing. */
async function unpackFromDebian(name, path, folder) {
  if (!existsSync('/usr/bin/apt-get')) return
  if (process.getuid?.() === 0) await run('flock', [ONE_AT_A_TIME, 'apt-get', 'update', '-qq'])
  mkdirSync(folder, { recursive: true })
  await run('sh', ['-c', UNPACK, 'sh', folder, name, path, basename(path)])
}

/** What `look` finds, or finds after Debian's package was installed. Rejects with `fault` when that is still nothing. */
export function findOrInstall(look, name, fault) {
  return findOrBring(look, () => installFromDebian(name), fault)
}

/** As findOrInstall, but unpacks one program of a package, at this path below the root, into a folder. */
export function findOrUnpack(look, { name, path, folder }, fault) {
  return findOrBring(look, () => unpackFromDebian(name, path, folder), fault)
}

async function findOrBring(look, bring, fault) {
  const found = look()
  if (found) return found
  await bring()
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
