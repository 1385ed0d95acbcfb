import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests of the page that begin with the comment that asks for a window. */
const inWindow = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join('web', file))
  .filter((file) => readFileSync(file, 'utf8').startsWith('// @vitest-environment'))

export default defineConfig({
  test: {
    projects: [
      {
        // What needs no window and keeps nothing in its modules: files share them, and what they have loaded.
        test: {
          name: 'unit',
          include: ['{money,contract,texts,brands,server,sandbox,web}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: inWindow,
          isolate: false,
          // Its names are looked up; of other style sheets tests see nothing.
          css: { include: [/tokens\.css/] },
          testTimeout: 20_000,
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
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'house',
          include: ['tests/{db,api}/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          isolate: false,
          // Providers have to answer in time here: a machine of two cores has room for three houses.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
