import { useEffect, useRef, useState } from 'react'
import type { Swiper as SwiperCore } from 'swiper'

/** The events of the slider library that keep it and the current account together. */
export interface CarouselEvents {
  readonly onSwiper: (swiper: SwiperCore) => void
  readonly onTouchMove: () => void
  readonly onSlideChange: (swiper: SwiperCore) => void
  readonly onTransitionEnd: (swiper: SwiperCore) => void
  readonly onClick: (swiper: SwiperCore) => void
  readonly onUpdate: (swiper: SwiperCore) => void
  readonly onResize: (swiper: SwiperCore) => void
}

/**
 * Moves the slider to the current slide, and tells when a swipe or a tap chose another. Which slide is current is told from outside:
 * where two fill the row, the slider's place does not say it.
 */
export function useCarousel(index: number, choose: (index: number | undefined) => void): CarouselEvents {
  const [swiper, setSwiper] = useState<SwiperCore>()
  const isSwiped = useRef(false)
  const place = useRef(index)
  useEffect(() => {
    isSwiped.current = false
    place.current = index
    if (swiper && !swiper.destroyed) swiper.slideTo(index)
  }, [swiper, index])

  function followSwipe(moved: SwiperCore): void {
    if (isSwiped.current) choose(swipedTo(moved))
  }
  /** Measuring anew, the library goes to the slide it takes for the active one, which at the ends may be another. */
  function settle(measured: SwiperCore): void {
    if (!isSwiped.current) measured.slideTo(place.current, 0, false)
  }
  return {
    onSwiper: setSwiper,
    onTouchMove() {
      isSwiped.current = true
    },
    onSlideChange: followSwipe,
    onTransitionEnd(moved) {
      followSwipe(moved)
      isSwiped.current = false
    },
    onClick: ({ clickedIndex }) => choose(clickedIndex),
    onUpdate: settle,
    onResize: settle,
  }
}

/** The slide a swipe has come to. At the ends the library's own count is off where two slides fill the row. */
function swipedTo({ isBeginning, isEnd, activeIndex, slides }: SwiperCore): number | undefined {
  if (isBeginning && isEnd) return undefined
  if (isBeginning) return 0
  return isEnd ? slides.length - 1 : activeIndex
}
