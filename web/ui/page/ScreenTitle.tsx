import { useScreenTitle } from '#web/lib/page/document-title.ts'
import { classNames } from '#web/ui/class-names.ts'
import css from './ScreenTitle.module.css'

export interface ScreenTitleProps {
  readonly children: string
  /** For screen readers and the document's title only. */
  readonly isHidden?: boolean
}

/** The one `h1` of a screen: titles the document, takes the focus after navigation. */
export function ScreenTitle({ children, isHidden = false }: ScreenTitleProps) {
  const heading = useScreenTitle(children)
  return (
    <h1 ref={heading} className={classNames(isHidden ? css.hidden : css.title)} tabIndex={-1}>
      {children}
    </h1>
  )
}
