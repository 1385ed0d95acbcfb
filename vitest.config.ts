import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{money,contract,texts,brands,server,sandbox,web}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
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
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
