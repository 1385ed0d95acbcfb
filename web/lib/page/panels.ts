import { create } from 'zustand'

/** Which way money goes at the account that is chosen: it arrives there, or leaves it. */
export type AccountDirection = 'in' | 'out'

/** The props of the account panel: what for, the selected account, and the callback for a selection. */
interface AccountPanel {
  readonly direction: AccountDirection
  readonly chosen?: string | undefined
  readonly onChoose: (accountId: string) => void
}

/** One side of an exchange. */
export type ExchangeSide = 'from' | 'to'

/** The props of the exchange panel: the selected tab, both accounts, and the callback for a selection. */
interface ExchangePanel {
  readonly tab: ExchangeSide
  readonly chosen: { readonly from?: string | undefined; readonly to?: string | undefined }
  readonly onChoose: (side: ExchangeSide, accountId: string) => void
}

/** The panels over the profile. */
export type PanelName = 'assets' | 'account' | 'exchange'

/** An operation whose money has just arrived in the user's account, for the sheet that shows it over every screen. */
export interface MovedMoney {
  readonly operationId: string
  readonly title: 'answer.p2p_received' | 'answer.p2p_taken_back'
  /** The other side, as may be shown. */
  readonly person?: string | undefined
}

/** Which panel is open, at most one, and the last props of each: a panel still renders while it closes. */
export interface PanelState {
  readonly open: PanelName | undefined
  /** Whether it has been opened: it has no props. */
  readonly assets: boolean
  readonly account: AccountPanel | undefined
  readonly exchange: ExchangePanel | undefined
  /** Kept after closing, while the sheet still renders. */
  readonly moved?: (MovedMoney & { readonly isOpen: boolean }) | undefined
}

/** The open flags of the panels; components read them by a selector: `usePanels((panels) => panels.account)`. */
export const usePanels = create<PanelState>()(() => ({ open: undefined, assets: false, account: undefined, exchange: undefined }))

/** A panel by name, with its props. */
export type PanelRequest =
  | readonly [name: 'assets']
  | readonly [name: 'account', context: AccountPanel]
  | readonly [name: 'exchange', context: ExchangePanel]

/**
 * Opens a panel in place of the open one: a sheet below 920 px, else the right pane. If it is open already, it gets the new props and
 * keeps its state.
 */
export function openPanel(...[name, context]: PanelRequest): void {
  if (name === 'assets') usePanels.setState({ open: name, assets: true })
  else usePanels.setState(name === 'account' ? { open: name, account: context } : { open: name, exchange: context })
}

/** Selects a tab of the exchange panel. */
export function selectTab(tab: ExchangeSide): void {
  usePanels.setState(({ exchange }) => ({ exchange: exchange && { ...exchange, tab } }))
}

/** Closes the open panel; focus returns to the element that opened it. */
export function closePanel(): void {
  usePanels.setState({ open: undefined })
}

/** Closes the sheet of arrived money. */
export function closeMovedMoney(): void {
  usePanels.setState(({ moved }) => ({ moved: moved && { ...moved, isOpen: false } }))
}
