import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const manifest = read('package.json') as Readonly<
  Record<'dependencies' | 'devDependencies' | 'overrides', Readonly<Record<string, unknown>>>
> & { readonly allowScripts: Readonly<Record<string, boolean>> }
const { '': root, ...locked } = (read('package-lock.json') as { packages: Record<string, Locked> }).packages
const packages = Object.entries(locked)
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const EXACT = /^[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.-]+)?$/
const REGISTRY = /^https:\/\/registry\.npmjs\.org\//

test('every package is known by a hash of its bytes, and is of the public registry', () => {
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  expect(packages.filter(([, { link }]) => link)).toEqual([])
  // Where nothing is said npm asks the registry that it is set to.
  expect(packages.filter(([, { resolved }]) => resolved !== undefined && !REGISTRY.test(resolved))).toEqual([])
})

test('what is named directly is of one exact version, and locked as that', () => {
  const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(named.filter(([, version]) => !EXACT.test(String(version)))).toEqual([])
  expect(named.filter(([name, version]) => locked[`node_modules/${name}`]?.version !== version)).toEqual([])
  expect(root).toMatchObject({ dependencies: manifest.dependencies, devDependencies: manifest.devDependencies })
})

test('a package that runs a script when it is installed has been allowed to, and none is on the list that does not', () => {
  const withScript = packages.flatMap(([place, { hasInstallScript }]) => (hasInstallScript ? [nameOf(place)] : []))
  expect(new Set(Object.keys(manifest.allowScripts))).toEqual(new Set(withScript))
})

test('a package comes into production by a decision: so many are there, and no more', () => {
  // docs/security.md says what they are for; those of one platform alone are not counted.
  const inProduction = packages.filter(([, { dev, optional }]) => !dev && !optional)
  expect(inProduction).toHaveLength(193)
})
