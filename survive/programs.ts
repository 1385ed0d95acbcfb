import { existsSync } from 'node:fs'
import { findOrInstall } from '../scripts/debian.mjs'

/** The path of a program, which is installed from Debian's package where it is missing and may be. Rejects when it is still missing. */
export function findProgram(path: string, name: string): Promise<string> {
  return findOrInstall(() => (existsSync(path) ? path : undefined), name, `${path} is needed: install the package ${name}`)
}
