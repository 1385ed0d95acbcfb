import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        // What keeps nothing in its modules: files share them, and what they have loaded.
        test: {
          name: 'unit',
          include: ['{money,contract,texts,brands,server,sandbox}/**/*.test.ts', 'tests/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'page',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Its names are looked up; of other style sheets tests see nothing.
          css: { include: [/tokens\.css/] },
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
          // Providers have to answer in time here: a machine of two cores has room for two houses.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
