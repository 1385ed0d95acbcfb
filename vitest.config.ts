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
          maxWorkers: 4,
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
          maxWorkers: 4,
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
          // They wait more than they work: for providers, for the worker, for a process to start.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
})
