import { create } from 'zustand'

/** What the panel that chooses one account needs: which account is chosen now, and where its choice goes. */
interface AccountPanel {
  readonly chosen?: string | undefined
  readonly onChoose: (accountId: string) => void
}

/** One side of an exchange. */
export type ExchangeSide = 'from' | 'to'

/** What the panel of the two exchange accounts needs: the tab in front, both accounts, and where a choice goes. */
interface ExchangePanel {
  readonly tab: ExchangeSide
  readonly chosen: { readonly from?: string | undefined; readonly to?: string | undefined }
  readonly onChoose: (side: ExchangeSide, accountId: string) => void
}

/** The panels over the profile. */
export type PanelName = 'assets' | 'account' | 'exchange'

/** Which panel is open, at most one, and what each was opened with last: a panel that is just leaving still draws itself. */
export interface Panels {
  readonly open: PanelName | undefined
  /** Whether it was opened at all: it needs nothing else. */
  readonly assets: boolean
  readonly account: AccountPanel | undefined
  readonly exchange: ExchangePanel | undefined
}

/** The open flags of the panels in the session; components read it by a selector: `usePanels((panels) => panels.account)`. */
export const usePanels = create<Panels>()(() => ({ open: undefined, assets: false, account: undefined, exchange: undefined }))

/** A panel by its name, with what it needs. */
export type PanelRequest =
  | readonly [name: 'assets']
  | readonly [name: 'account', context: AccountPanel]
  | readonly [name: 'exchange', context: ExchangePanel]

/**
 * Opens a panel in place of whichever is open: a sheet below 920 px, else the right pane. Open already, it takes the new context
 * without losing its place.
 */
export function openPanel(...[name, context]: PanelRequest): void {
  if (name === 'assets') usePanels.setState({ open: name, assets: true })
  else usePanels.setState(name === 'account' ? { open: name, account: context } : { open: name, exchange: context })
}

/** Brings a tab of the exchange panel to the front. */
export function turnToTab(tab: ExchangeSide): void {
  usePanels.setState(({ exchange }) => ({ exchange: exchange && { ...exchange, tab } }))
}

/** Closes whichever panel is open; focus goes back to where it was opened from. */
export function closePanel(): void {
  usePanels.setState({ open: undefined })
}
