import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string): string => readFileSync(path, 'utf8')

interface Form {
  readonly name: string
  readonly description: string
  readonly body: readonly { readonly type: string; readonly id?: string }[]
}

test('the package says where it lives, where faults go and what it looks like, at addresses of one company', () => {
  const { homepage, repository, bugs } = JSON.parse(read('package.json'))
  const hosts = [homepage, repository.url.replace(/^git\+/, ''), bugs.url].map((url) => {
    expect(new URL(url).protocol).toBe('https:')
    return new URL(url).hostname
  })
  expect(new Set(hosts.map((host) => host.split('.').slice(-2).join('.'))).size).toBe(1)
})

test('whatever is to be filled in is found by one word, at hosts that belong to nobody', () => {
  const places = ['package.json', 'SECURITY.md', '.github/CODEOWNERS', '.github/ISSUE_TEMPLATE/config.yml']
  for (const place of places) {
    const hosts = read(place).match(/[\w.-]*your-company[\w.-]*/g) ?? []
    for (const host of hosts)
      expect([place, host]).toEqual([place, expect.stringMatching(/^your-company$|your-company\.example$/)])
  }
})

test('who is asked for a review is told by folders that there are', () => {
  const folders = read('.github/CODEOWNERS').match(/(?<=\s)\/?[\w.]+(\/[\w.]+)*\/?(?=\s)/g) ?? []
  const named = folders.filter((folder) => folder.includes('/') || folder === 'Dockerfile')
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((folder) => !existsSync(`.${folder.startsWith('/') ? '' : '/'}${folder}`))).toEqual([])
})

test('the forms for faults and ideas can be shown', () => {
  const files = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml')
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    const { name, description, body }: Form = parse(read(`.github/ISSUE_TEMPLATE/${file}`))
    expect([name, description]).not.toContain(undefined)
    expect(body.some(({ type }) => type !== 'markdown')).toBe(true)
    const ids = body.flatMap(({ id }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  }
  expect(parse(read('.github/ISSUE_TEMPLATE/config.yml')).blank_issues_enabled).toBe(false)
})

test('the container, the one to develop in and the continuous integration have the same Node', () => {
  const major = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]
  const ofImage = major(read('Dockerfile'), /NODE=node:([0-9]+)\./)
  expect(ofImage).toBeDefined()
  expect(major(read('.devcontainer/devcontainer.json'), /typescript-node:([0-9]+)-/)).toBe(ofImage)
  expect(major(read('.github/workflows/test.yml'), /node: \[.*?, ([0-9]+)\./)).toBe(ofImage)
})
