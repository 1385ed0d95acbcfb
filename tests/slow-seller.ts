import { onTestFinished } from 'vitest'
import type { TestWallet } from '#tests/test-wallet'

// Longer than the sandbox takes over a payment whose course is slow.
const SLOW_SECONDS = 11

/** Lets the time of a slow payment pass at once, until the test has ended: what comes after it goes by the database's clock again. */
export function passSlowTime(wallet: TestWallet): void {
  wallet.passSeconds(SLOW_SECONDS)
  onTestFinished(() => wallet.passSeconds(-SLOW_SECONDS))
}
