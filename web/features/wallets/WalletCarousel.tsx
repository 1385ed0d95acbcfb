import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { walletPath } from '#web/lib/address/paths.ts'
import { haptic } from '#web/lib/page/platform.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { spokenAmount } from '#web/ui/amount/spoken-amount.ts'
import { Link } from '#web/ui/Link.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { AccountCard, type AccountCardProps } from './AccountCard.tsx'
import type { Worth } from './AccountWorth.tsx'
import type { Account } from './accounts.ts'
import { CarouselControls } from './CarouselControls.tsx'
import { useCarousel } from './use-carousel.ts'
import css from './WalletCarousel.module.css'

export interface WalletCarouselProps {
  /** At least one. */
  readonly accounts: readonly Account[]
  /** Which of them is the current one. */
  readonly index: number
  /** Nothing while the rates are not there. */
  readonly worth: Worth | undefined
  /** A swipe, a tap on a neighbour, an arrow or a dot chose another. */
  readonly onIndexChange: (index: number) => void
}

/** The accounts as a row of cards, one of them the current. A tap on that one opens the account. */
export function WalletCarousel({ accounts, index, worth, onIndexChange }: WalletCarouselProps) {
  const t = useTranslate()
  const wordsOf = useBalanceWords()
  const [announced, setAnnounced] = useState('')
  const row = useCarousel<HTMLDivElement>({ count: accounts.length, index, choose })
  const isFocusInside = useRef(false)
  useLayoutEffect(() => {
    // The slide that had the focus is inert now: the keys go on from the one that took its place.
    if (isFocusInside.current) row.current?.children[index]?.querySelector('a')?.focus({ preventScroll: true })
    isFocusInside.current = false
  }, [row, index])

  function choose(chosen: number): void {
    const account = accounts[chosen]
    if (chosen === index || !account) return
    isFocusInside.current = row.current?.contains(document.activeElement) ?? false
    setAnnounced(t('a11y.current_account', { code: account.balance.currency, balance: wordsOf(account) }))
    haptic('selection')
    onIndexChange(chosen)
  }
  function keyPressed({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft') choose(index - 1)
    if (key === 'ArrowRight') choose(index + 1)
  }
  function labelOf(account: Account, at: number): string {
    const parameters = { i: at + 1, n: accounts.length, code: account.balance.currency, balance: wordsOf(account) }
    return t('carousel.slide', parameters)
  }
  return (
    <section
      className={css.carousel}
      aria-roledescription={t('a11y.carousel')}
      aria-label={t('carousel.label')}
      onKeyDown={keyPressed}
    >
      <div className={css.window} style={{ '--index': index, '--count': accounts.length }}>
        <div ref={row} className={css.row}>
          {accounts.map((account, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the pattern of the carousel, not a set of fields.
            <div
              key={account.id}
              className={css.slide}
              role="group"
              aria-roledescription={t('a11y.slide')}
              aria-label={labelOf(account, at)}
              aria-hidden={at !== index}
              data-active={at === index}
            >
              <Slide {...{ account, worth }} isCurrent={at === index} />
            </div>
          ))}
        </div>
      </div>
      <CarouselControls codes={accounts.map(({ balance }) => balance.currency)} index={index} onChoose={choose} />
      <span role="status">
        <VisuallyHidden>{announced}</VisuallyHidden>
      </span>
    </section>
  )
}

/** The balance of an account for the ear; while amounts are hidden, that they are. */
function useBalanceWords(): (account: Account) => string {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const isHidden = useSession((session) => session.isAmountsHidden)
  return useCallback(
    ({ balance }) => (isHidden ? t('balance.hidden') : spokenAmount(t, balance, language)),
    [t, language, isHidden],
  )
}

/** What is on a slide. Inert where it is not the current one; the slide around it can still be tapped to come to the middle. */
function Slide({ account, worth, isCurrent }: AccountCardProps & { readonly isCurrent: boolean }) {
  return (
    <div className={css.face} inert={!isCurrent}>
      <Link className={css.link} to={walletPath(account.id)} draggable={false}>
        <AccountCard {...{ account, worth }} />
      </Link>
    </div>
  )
}
