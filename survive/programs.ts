import { existsSync } from 'node:fs'
import { installFromDebian } from '../scripts/debian.mjs'

/** The path of a program, which is installed from Debian's package where it is missing and may be. Throws when it is still missing. */
export async function findProgram(path: string, name: string): Promise<string> {
  if (!existsSync(path)) await installFromDebian(name)
  if (!existsSync(path)) throw new Error(`${path} is needed: install the package ${name}`)
  return path
}
