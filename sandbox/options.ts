import type { Pool } from 'pg'

/** What the sandbox is given. It keeps to itself otherwise: its own tables, its own pages, no look into the wallet. */
export interface SandboxOptions {
  readonly pool: Pool
  /** The only clock: outcomes that lie in the future are instants in the tables, compared with it. */
  readonly clock: () => Date
  /** Where people and scripts reach the server, without a slash at the end. Read at each request. */
  readonly publicUrl: string
  /** Where the wallet is, for the links back to it. */
  readonly walletUrl: string
  /** Who is paid, as the payment page names it. */
  readonly merchant?: string
  /** `vaultKey` is the payout vendor's own: what it tells cards apart by is made with it. */
  readonly secrets: { readonly apiKey: string; readonly webhookSecret: string; readonly vaultKey: string }
  readonly timers?: Partial<Timers>
}

/** How long things take, in milliseconds. */
export interface Timers {
  /** Between two looks for what is due. */
  readonly beatMs: number
  /** How long a hanging payout request keeps its caller waiting. */
  readonly hangMs: number
  /** How long the wallet has to answer a webhook. */
  readonly webhookMs: number
}

/** The pace of a sandbox that people use. */
export const TIMERS: Timers = { beatMs: 500, hangMs: 15_000, webhookMs: 10_000 }
