import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './CarouselControls.module.css'

export interface CarouselControlsProps {
  /** The currency of each slide, in their order. */
  readonly codes: readonly string[]
  readonly index: number
  readonly onChoose: (index: number) => void
}

/** Arrows and dots of the carousel: all it does can be done without a swipe (WCAG 2.5.7). Nothing where there is only one slide. */
export function CarouselControls({ codes, index, onChoose }: CarouselControlsProps) {
  const t = useTranslate()
  if (codes.length < 2) return <div className={css.controls} />
  return (
    <div className={css.controls}>
      <IconButton
        label={t('carousel.prev')}
        icon={<ChevronLeft size={20} aria-hidden />}
        disabled={index === 0}
        onClick={() => onChoose(index - 1)}
      />
      <div className={css.dots}>
        {codes.map((code, place) => (
          <button
            key={code}
            type="button"
            className={css.dot}
            aria-label={t('carousel.dot', { code })}
            aria-current={place === index ? 'true' : undefined}
            onClick={() => onChoose(place)}
          />
        ))}
      </div>
      <IconButton
        label={t('carousel.next')}
        icon={<ChevronRight size={20} aria-hidden />}
        disabled={index === codes.length - 1}
        onClick={() => onChoose(index + 1)}
      />
    </div>
  )
}
