import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { FORMS } from './documentation.ts'
import { LENGTHS } from './lengths.ts'
import { personText } from './person-text.ts'

test('the document and the contract allow the same typed texts', () => {
  const documented = new RegExp(FORMS.typed.also.pattern)
  const contracted = personText(LENGTHS.first_name)
  const differ: string[] = []
  for (let unit = 0; unit <= 0xffff; unit += 1) {
    const letter = String.fromCharCode(unit)
    const text = `A${letter}A`
    if (documented.test(text) !== v.safeParse(contracted, text).success) differ.push(unit.toString(16))
  }
  expect(differ).toEqual([])
})

/** Exports that only the document needs. */
const OF_DOCUMENT = /(Documentation|Fields|_REFUSALS|_EXAMPLES)$/

/** Builds all other exports of the files with documentation, in the way the page is built. */
async function buildWithoutDocumentation(): Promise<string> {
  const entry = readdirSync(import.meta.dirname)
    .filter((name) => /^[a-z0-9-]+\.ts$/.test(name) && name !== 'documented-refusal.ts')
    .map((name) => join(import.meta.dirname, name))
    .flatMap((file) => {
      const exported = [...readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
      const others = exported.filter((name) => !OF_DOCUMENT.test(name))
      return others.length < exported.length ? [`export { ${others.join()} } from '${file}'`] : []
    })
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) => (id === 'entry' ? entry.join('\n') : null),
      },
    ],
  })
  return [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((each) => ('code' in each ? each.code : ''))
    .join('\n')
}

test('the page is built without the documentation of the calls', async () => {
  const code = await buildWithoutDocumentation()
  expect(code).toContain('/v2/wallet/withdrawal')
  expect(code.match(/\b(summary|description|form|example): ["'`].*/g)).toBeNull()
})
