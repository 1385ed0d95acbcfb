import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// `npm test` is the everyday gate: without the files that are named for the full run. Whoever calls Vitest by hand may run any.
const isGate = process.env.TESTS === 'gate'
const ofFullRun = isGate ? ['**/*.full.test.{ts,tsx}'] : []
/** How long a test may take: this ends what hangs, stretched by how slow the machine is (scripts/slowness.mjs). */
const testTimeout = (isGate ? 60_000 : 600_000) * Number(process.env.SLOWNESS ?? 1)

/** The tests of the page that begin with the comment that asks for a window. */
const inWindow = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join('web', file))
  .filter((file) => readFileSync(file, 'utf8').startsWith('// @vitest-environment'))

/** A real PostgreSQL for all files of a project, each of which makes a database of its own. */
const withPostgres = {
  globalSetup: ['tests/setup/postgres.ts'],
  testTimeout,
  hookTimeout: testTimeout,
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
          exclude: [...inWindow, ...ofFullRun],
          isolate: false,
          // Its names are looked up; of other style sheets tests see nothing.
          css: { include: [/tokens\.css/] },
          testTimeout,
          hookTimeout: testTimeout,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What is drawn: files share a window, which each finds empty. By the JSX of the page (vite.config.ts).
        oxc: { jsx: { importSource: '#jsx' } },
        test: {
          name: 'page',
          include: inWindow,
          exclude: ofFullRun,
          isolate: false,
          setupFiles: ['web/ui/test-window.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/{db,api}/**/*.test.ts'],
          exclude: ofFullRun,
          ...withPostgres,
          // The generator of clients needs the compiler as a library, which TypeScript has no more since 7.
          alias: [{ find: /^typescript$/, replacement: resolve('tests/client/typescript.ts') }],
          server: { deps: { inline: ['openapi-typescript'] } },
          // Some wait for a provider that is silent: a machine of two cores has room for four.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What is cut off, killed and started again; a project with another number of workers has to be a group of its own.
        test: {
          name: 'survival',
          include: ['tests/survival/**/*.test.ts'],
          exclude: ofFullRun,
          ...withPostgres,
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
