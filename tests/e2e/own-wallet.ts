import { test as base, expect } from '@playwright/test'
import { type BuiltWallet, startBuiltWallet } from '#tests/built-wallet'
import { operate } from '#tests/operator'

// Whoever starts it may have to build it first.
const START_MS = 240_000

interface OwnWallet {
  readonly wallet: BuiltWallet
}

interface ItsOperator {
  /** Runs an operator command beside that wallet without asking, and returns what it says. Fails when the command does. */
  readonly operator: (...words: string[]) => Promise<string>
}

/**
 * The `test` of a file that needs a wallet for itself: it has other settings than the shared ones (wallets.ts), or its operator changes what
 * holds for all who use it. `start` gets the brand of the project. Each worker that runs tests of the file starts one, for the first that
 * asks for `wallet` or `operator`, and stops it after the last.
 */
export function withOwnWallet(start: (brand: string) => Promise<BuiltWallet> = startBuiltWallet) {
  return base.extend<ItsOperator, OwnWallet>({
    wallet: [
      async ({ browserName: _ }, use, { project }) => {
        const wallet = await start(project.metadata.brand)
        await use(wallet)
        await wallet.stop()
      },
      { scope: 'worker', timeout: START_MS },
    ],
    operator: async ({ wallet }, use) => {
      const environment = { BRAND: wallet.brand, DATA_DIR: wallet.dataDir }
      await use(async (...words) => {
        const done = await operate(environment, [...words, '--yes'])
        expect(done).toMatchObject({ code: 0, complaint: '' })
        return done.said
      })
    },
  })
}
