import 'swiper/css'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { Swiper, SwiperSlide } from 'swiper/react'
import { walletPath } from '#web/lib/paths.ts'
import { haptic } from '#web/lib/platform.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { AccountCard } from './AccountCard.tsx'
import type { Account } from './accounts.ts'
import { useBalanceWords } from './balance-words.ts'
import { CarouselControls } from './CarouselControls.tsx'
import { useReducedMotion } from './reduced-motion.ts'
import { useCarousel } from './use-carousel.ts'
import css from './WalletCarousel.module.css'

/** Spec point 9. */
const SPEED_MS = 500
const LAYOUT = { slidesPerView: 1.4, spaceBetween: 16, centeredSlides: true }
// Bounds: the first and the last slide leave no empty quarter where two fit (ux.md 3.1).
const BREAKPOINTS = { 920: { slidesPerView: 2, centeredSlidesBounds: true } }

export interface WalletCarouselProps {
  /** At least one. */
  readonly accounts: readonly Account[]
  /** Which of them is the current one. */
  readonly index: number
  /** A swipe, a tap on a neighbour, an arrow or a dot chose another. */
  readonly onIndexChange: (index: number) => void
}

/** The accounts as a row of cards, one of them the current (spec points 2 and 9, ux.md 3.1). A tap on that one opens the account. */
export default function WalletCarousel({ accounts, index, onIndexChange }: WalletCarouselProps) {
  const t = useTexts()
  const wordsOf = useBalanceWords()
  const isMotionReduced = useReducedMotion()
  const [announced, setAnnounced] = useState('')
  const events = useCarousel(index, choose)

  function choose(chosen: number | undefined): void {
    const account = chosen === undefined ? undefined : accounts[chosen]
    if (chosen === undefined || chosen === index || !account) return
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
      <Swiper
        {...LAYOUT}
        {...events}
        breakpoints={BREAKPOINTS}
        speed={isMotionReduced ? 0 : SPEED_MS}
        initialSlide={index}
        className={css.slides}
      >
        {accounts.map((account, at) => (
          <SwiperSlide
            key={account.id}
            className={css.slide}
            role="group"
            aria-roledescription={t('a11y.slide')}
            aria-label={labelOf(account, at)}
            aria-hidden={at !== index}
            data-active={at === index}
          >
            <Slide account={account} isCurrent={at === index} />
          </SwiperSlide>
        ))}
      </Swiper>
      <CarouselControls codes={accounts.map(({ balance }) => balance.currency)} index={index} onChoose={choose} />
      <span role="status">
        <VisuallyHidden>{announced}</VisuallyHidden>
      </span>
    </section>
  )
}

/** What is on a slide. Inert where it is not the current one; the slide around it can still be tapped to come to the middle. */
function Slide({ account, isCurrent }: { readonly account: Account; readonly isCurrent: boolean }) {
  return (
    <div className={css.face} inert={!isCurrent}>
      <Link className={css.link} to={walletPath(account.id)} draggable={false}>
        <AccountCard account={account} />
      </Link>
    </div>
  )
}
