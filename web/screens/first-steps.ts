import type { FeatureFlag } from '#contract/config'
import type { Account } from '#web/features/wallets/accounts.ts'
import type { Profile } from '#web/lib/session/profile.ts'

/** A first step with a wallet, in the order in which they are offered. */
const FIRST_STEPS = ['account', 'topup', 'confirm', 'ask'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** What is offered only while it is switched on. */
const FLAGS: Readonly<Record<FirstStep, FeatureFlag>> = { account: 'account_create', topup: 'topup', confirm: 'kyc', ask: 'p2p' }

/** What the wallet knows of its owner. */
export interface StepFacts {
  readonly accounts: readonly Account[]
  /** The currencies that every new wallet has an account in. */
  readonly firstAccounts: readonly string[]
  /** Money has come to the wallet before, though it may be gone. */
  readonly hadMoney: boolean
  readonly profile: Pick<Profile, 'identification_level' | 'active_identification'> | undefined
  /** They have asked for money before. */
  readonly hasAsked: boolean
  readonly isOn: (flag: FeatureFlag) => boolean
}

/** The steps that are offered, each with whether it is done: by what the wallet knows, never by a press. */
export function stepsOf(facts: StepFacts): readonly { readonly step: FirstStep; readonly isDone: boolean }[] {
  const { accounts, firstAccounts, hadMoney, profile, hasAsked, isOn } = facts
  const done: Readonly<Record<FirstStep, boolean>> = {
    account: accounts.some(({ balance }) => !firstAccounts.includes(balance.currency)),
    topup: hadMoney || accounts.some(({ balance }) => balance.minor > 0n),
    confirm: profile?.active_identification?.status === 'complete' || profile?.identification_level.ask_for_next === false,
    ask: hasAsked,
  }
  return FIRST_STEPS.filter((step) => isOn(FLAGS[step])).map((step) => ({ step, isDone: done[step] }))
}
