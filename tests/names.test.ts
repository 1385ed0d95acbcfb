import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FUNCTION = /^export (?:async )?function\*? (\w+)|^export const (\w+)/gm
const TYPE_OF_DEPS = /^export interface (\w+Deps)\b/gm

/** What files of a folder export by a pattern: each name with the files that have it. */
function exportsOf(folders: readonly string[], pattern: RegExp): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const folder of folders) {
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
      const file = join(folder, path)
      for (const [, name = '', constant = ''] of readFileSync(file, 'utf8').matchAll(pattern)) {
        const known = name || constant
        found.set(known, [...(found.get(known) ?? []), file])
      }
    }
  }
  return found
}

const twice = (found: Map<string, string[]>): string[] =>
  [...found].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(', ')}`)

// Each panel has a `title`, read by the one that opens it.
const ofEachPanel = ([name, files]: [string, string[]]): boolean =>
  name === 'title' && files.every((file) => file.startsWith('web/panels/'))

test('no two functions of the server, the page and the sandbox have one name', () => {
  const found = exportsOf(['server', 'web', 'sandbox'], FUNCTION)
  expect(found.size).toBeGreaterThan(500)
  expect(twice(new Map([...found].filter((each) => !ofEachPanel(each))))).toEqual([])
})

test('a call of the contract shares its name with its use case in the server at most', () => {
  const calls = exportsOf(['contract'], /^export const (\w+) = call\(/gm)
  const described = exportsOf(['money', 'codes', 'contract', 'texts'], FUNCTION)
  const written = exportsOf(['server', 'web', 'sandbox'], FUNCTION)
  const isUseCase = (name: string): boolean => calls.has(name) && written.get(name)?.[0]?.startsWith('server/') === true
  expect([...described.keys()].filter((name) => written.has(name) && !isUseCase(name))).toEqual([])
  expect(twice(described)).toEqual([])
})

test('no two features give the same name to what they need', () => {
  expect(twice(exportsOf(['server'], TYPE_OF_DEPS))).toEqual([])
})
