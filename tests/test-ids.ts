import { readdirSync, readFileSync } from 'node:fs'

const ROOMS = ['attack', 'brands', 'codes', 'contract', 'money', 'sandbox', 'server', 'tests', 'texts', 'web']
const ID = / \[([\w-]+-\d+)\](?=['"`])/g

/** The ids at the end of titles in a source: `journey-1` of `'a person signs out [journey-1]'`. */
export const testIdsIn = (source: string): string[] => [...source.matchAll(ID)].map(([, id = '']) => id)

/** Each id with the file of every title that ends in it: one file, as an id is unique. */
export const TEST_FILES: ReadonlyMap<string, readonly string[]> = filesById()

/** The file of the test that has an id; throws when no test has it, or several. */
export function getTestFile(id: string): string {
  const [file, ...others] = TEST_FILES.get(id) ?? []
  if (file === undefined) throw new Error(`No test has the id ${id}`)
  if (others.length > 0) throw new Error(`Several tests have the id ${id}: ${[file, ...others].join(', ')}`)
  return file
}

function filesById(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const room of ROOMS) {
    for (const name of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
      if (!/\.test\.tsx?$/.test(name)) continue
      const file = `${room}/${name}`
      for (const id of testIdsIn(readFileSync(file, 'utf8'))) found.set(id, [...(found.get(id) ?? []), file])
    }
  }
  return found
}
