import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../playwright.config.ts'

// Every test of the browser says by one tag in which projects of playwright.config.ts it is run.
const FOLDER = 'tests/e2e'

/** The projects that each tag is run in. */
const PROJECTS = {
  '@once': ['stater, ru, phone'],
  '@alone': ['stater, ru, phone'],
  '@desktop': ['stater, en, desktop'],
  '@grok': ['grok, en, phone'],
  '@brand': ['stater, ru, phone', 'grok, en, phone'],
  '@size': ['stater, ru, phone', 'stater, en, desktop'],
  '@language': ['stater, ru, phone', 'stater, en, desktop'],
  '@corners': ['stater, ru, phone', 'stater, en, desktop', 'grok, ru, desktop', 'grok, en, phone'],
}

/** The head of every test of a source: from its title to where its function begins. */
function headsOf(source: string): string[] {
  return source
    .split(/^ *test\(/m)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('=>')))
}

function tagsOf(head: string): string[] {
  const [, details = ''] = /\{\s*tag: ([^}]*)\}/.exec(head) ?? []
  return details.match(/@\w+/g) ?? []
}

const heads = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => headsOf(readFileSync(`${FOLDER}/${name}`, 'utf8')).map((head) => ({ name, head })))

test('every test of the browser has one tag, and one that is known', () => {
  expect(heads.length).toBeGreaterThan(50)
  const wrong = heads.filter(({ head }) => {
    const tags = tagsOf(head)
    return tags.length !== 1 || !Object.keys(PROJECTS).includes(tags[0] ?? '')
  })
  expect(wrong.map(({ name, head }) => `${name}: ${head.trim()}`)).toEqual([])
})

test('a test without a tag, or with two, is found', () => {
  const [none = '', two = '', one = ''] = headsOf(`
test('a title with an @once in it', async ({ page }) => {})
  test(\`another\`, { tag: ['@once', '@size'] }, async () => {})
test(
  'a long one',
  { tag: '@brand' },
  async ({ page }, info) => {},
)`)
  expect([tagsOf(none), tagsOf(two), tagsOf(one)]).toEqual([[], ['@once', '@size'], ['@brand']])
})

test('each tag is run in the projects that it asks for, and no other', () => {
  for (const [tag, names] of Object.entries(PROJECTS)) {
    const run = (config.projects ?? []).filter(({ grep }) => !(grep instanceof RegExp) || grep.test(`a title ${tag}`))
    expect(new Set(run.map(({ name }) => name)), tag).toEqual(new Set(names))
  }
})
