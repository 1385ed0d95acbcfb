import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { TextKey } from '#texts/texts'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { closePanel, type ExchangeSide, selectTab, usePanels } from '#web/lib/page/panels.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { FeatureOffNotice } from '#web/ui/state/FeatureOffNotice.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

export const title: TextKey = 'panel.exchange.title'

const LABELS = { from: 'panel.exchange.from', to: 'panel.exchange.to' } as const
const SIDES: readonly ExchangeSide[] = ['from', 'to']

/**
 * The panel of the two accounts of an exchange: choosing "from" goes on with "to", choosing "to" closes it. The account
 * of the other side is in sight but taken.
 */
export default function SelectExchange() {
  const t = useTranslate()
  const isOn = useFeatureFlag('exchange')
  const { data: accounts = [] } = useQuery(accountsQuery)
  const context = usePanels((panels) => panels.exchange)
  const { tab = 'from', chosen = {} } = context ?? {}
  const [panel, turn] = useTurn()

  function labelOf(side: ExchangeSide): string {
    return t(LABELS[side], { code: accounts.find(({ id }) => id === chosen[side])?.balance.currency ?? '' })
  }
  function choose(accountId: string): void {
    context?.onChoose(tab, accountId)
    if (tab === 'to') closePanel()
    else turn('to')
  }
  return (
    <div ref={panel}>
      <Stack>
        {isOn ? null : <FeatureOffNotice feature="exchange" />}
        <Tabs
          label={t(title)}
          tabs={SIDES.map((side) => ({ value: side, label: labelOf(side) }))}
          value={tab}
          onValueChange={selectTab}
        >
          <AccountChooser
            key={tab}
            look="rows"
            label={t('a11y.results')}
            chosenId={chosen[tab]}
            takenId={chosen[tab === 'from' ? 'to' : 'from']}
            onChoose={choose}
          />
        </Tabs>
      </Stack>
    </div>
  )
}

/** Turns to a tab and puts the focus on it, as the row that had it goes. Gives where to look for it, and how to turn. */
function useTurn(): [RefObject<HTMLDivElement | null>, (tab: ExchangeSide) => void] {
  const panel = useRef<HTMLDivElement>(null)
  const isTurning = useRef(false)
  useEffect(() => {
    if (isTurning.current) panel.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
    isTurning.current = false
  })
  function turn(next: ExchangeSide): void {
    isTurning.current = true
    selectTab(next)
  }
  return [panel, turn]
}
