import type { Pool } from 'pg'

/** The sandbox's parameters. Otherwise it is isolated: its own tables, its own pages, no access to the wallet. */
export interface SandboxOptions {
  readonly pool: Pool
  /** The only clock: future outcomes are instants in the tables, compared with it. */
  readonly clock: () => Date
  /** The server's public URL, without a trailing slash. Read at each request. */
  readonly publicUrl: string
  /** The wallet's URL, for the links back to it. */
  readonly walletUrl: string
  /** The merchant's name on the payment page. */
  readonly merchant?: string
  /** `vaultKey` is the payout vendor's own: the fingerprints of cards are made with it. */
  readonly secrets: { readonly apiKey: string; readonly webhookSecret: string; readonly vaultKey: string }
  /** Where browsers reach the card field (card-field-page.ts), without a trailing slash; without it there is none. */
  readonly cardFieldUrl?: string
  readonly timers?: Partial<Timers>
}

/** Durations, in milliseconds. */
export interface Timers {
  /** The polling interval for what is due. */
  readonly beatMs: number
  /** How long a hanging payout request stays without a response. */
  readonly hangMs: number
  /** How long the wallet has to respond to a webhook. */
  readonly webhookMs: number
}

/** The durations of a sandbox used by people. */
export const TIMERS: Timers = { beatMs: 500, hangMs: 15_000, webhookMs: 10_000 }
