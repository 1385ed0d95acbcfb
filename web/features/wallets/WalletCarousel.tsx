import 'swiper/css'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Swiper as SwiperCore } from 'swiper'
import { Swiper, SwiperSlide } from 'swiper/react'
import { walletPath } from '#web/lib/paths.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { AccountCard } from './AccountCard.tsx'
import type { Account } from './accounts.ts'
import { useBalanceWords } from './balance-words.ts'
import { CarouselControls } from './CarouselControls.tsx'
import { useReducedMotion } from './reduced-motion.ts'
import css from './WalletCarousel.module.css'

/** Spec point 9. */
const SPEED_MS = 500
const LAYOUT = { slidesPerView: 1.4, spaceBetween: 16, centeredSlides: true }
// Bounds: the first and the last slide leave no empty quarter where two fit (ux.md 3.1).
const BREAKPOINTS = { 920: { slidesPerView: 2, centeredSlidesBounds: true } }

export interface WalletCarouselProps {
  /** At least one. */
  readonly accounts: readonly Account[]
  /** Which of them is in the middle. */
  readonly index: number
  /** A swipe, a tap on a neighbour, an arrow or a dot chose another. */
  readonly onIndexChange: (index: number) => void
}

/**
 * The accounts as a row of cards, one of them the current (spec points 2 and 9, ux.md 3.1). Which one is told from outside: where two
 * slides fill the row, its place does not say it. A tap on the active card opens the account.
 */
export default function WalletCarousel({ accounts, index, onIndexChange }: WalletCarouselProps) {
  const t = useTexts()
  const wordsOf = useBalanceWords()
  const isMotionReduced = useReducedMotion()
  const [swiper, setSwiper] = useState<SwiperCore>()
  const [announced, setAnnounced] = useState('')
  const isSwiped = useRef(false)
  const place = useRef(index)
  useEffect(() => {
    isSwiped.current = false
    place.current = index
    if (swiper && !swiper.destroyed) swiper.slideTo(index)
  }, [swiper, index])

  function choose(chosen: number | undefined): void {
    const account = chosen === undefined ? undefined : accounts[chosen]
    if (chosen === undefined || chosen === index || !account) return
    setAnnounced(t('a11y.current_account', { code: account.balance.currency, balance: wordsOf(account) }))
    onIndexChange(chosen)
  }
  function followSwipe(moved: SwiperCore): void {
    if (isSwiped.current) choose(swipedTo(moved))
  }
  /** Measuring anew, the library goes to the slide it takes for the active one, which at the ends may be another. */
  function settle(measured: SwiperCore): void {
    if (!isSwiped.current) measured.slideTo(place.current, 0, false)
  }
  function keyPressed(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') choose(index - 1)
    if (event.key === 'ArrowRight') choose(index + 1)
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
        breakpoints={BREAKPOINTS}
        speed={isMotionReduced ? 0 : SPEED_MS}
        initialSlide={index}
        className={css.slides}
        onSwiper={setSwiper}
        onTouchMove={() => {
          isSwiped.current = true
        }}
        onSlideChange={followSwipe}
        onTransitionEnd={(moved) => {
          followSwipe(moved)
          isSwiped.current = false
        }}
        onClick={(clicked) => choose(clicked.clickedIndex)}
        onUpdate={settle}
        onResize={settle}
      >
        {accounts.map((account, at) => (
          <SwiperSlide
            key={account.id}
            className={css.slide}
            role="group"
            aria-roledescription={t('a11y.slide')}
            aria-label={t('carousel.slide', {
              i: at + 1,
              n: accounts.length,
              code: account.balance.currency,
              balance: wordsOf(account),
            })}
            aria-hidden={at !== index}
            data-active={at === index}
          >
            {/* Inert inside, so that the slide itself can still be tapped to come to the middle. */}
            <div className={css.face} inert={at !== index}>
              <Link className={css.link} to={walletPath(account.id)} draggable={false}>
                <AccountCard account={account} />
              </Link>
            </div>
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

/** The slide a swipe has come to. At the ends the library's own count is off where two slides fill the row. */
function swipedTo({ isBeginning, isEnd, activeIndex, slides }: SwiperCore): number | undefined {
  if (isBeginning && isEnd) return undefined
  if (isBeginning) return 0
  return isEnd ? slides.length - 1 : activeIndex
}
