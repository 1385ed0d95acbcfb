import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests of the page that begin with the comment that asks for a window. */
const inWindow = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join('web', file))
  .filter((file) => readFileSync(file, 'utf8').startsWith('// @vitest-environment'))

/** A real PostgreSQL for all files of a project, each of which makes a database of its own. */
const withPostgres = {
  globalSetup: ['tests/setup/postgres.ts'],
  // This ends what hangs: a machine may be slow.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  isolate: false,
}

export default defineConfig({
  test: {
    projects: [
      {
        // What needs no window and keeps nothing in its modules: files share them, and what they have loaded.
        test: {
          name: 'unit',
          include: ['{money,codes,contract,texts,brands,server,sandbox,web,attack}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: inWindow,
          isolate: false,
          // Its names are looked up; of other style sheets tests see nothing.
          css: { include: [/tokens\.css/] },
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What is drawn: files share a window, which each finds empty.
        test: {
          name: 'page',
          include: inWindow,
          isolate: false,
          setupFiles: ['web/ui/test-window.ts'],
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/{db,api}/**/*.test.ts'],
          ...withPostgres,
          // The generator of clients needs the compiler as a library, which TypeScript has no more since 7.
          alias: [{ find: /^typescript$/, replacement: resolve('tests/client/typescript.ts') }],
          server: { deps: { inline: ['openapi-typescript'] } },
          // Providers have to answer in time here: a machine of two cores has room for three wallets.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What is cut off, killed and started again; a project with another number of workers has to be a group of its own.
        test: {
          name: 'survival',
          include: ['tests/survival/**/*.test.ts'],
          ...withPostgres,
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
