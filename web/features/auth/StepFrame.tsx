import type { ReactNode } from 'react'
import { ProgressSegments } from '#web/ui/ProgressSegments.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import css from './StepFrame.module.css'

export interface StepFrameProps {
  readonly title: string
  /** Which of the three steps of registration this is; undefined for sign-in. */
  readonly progress?: 1 | 2 | 3
  /** Where "back" leads without a previous screen of ours; without it there is no way back. */
  readonly backTo?: string
  readonly children: ReactNode
}

/** One step of sign-up or sign-in: progress, title with the way back, form. */
export function StepFrame({ title, progress, backTo, children }: StepFrameProps) {
  return (
    <div className={css.step}>
      {progress === undefined ? null : <ProgressSegments current={progress} />}
      <ScreenHeader title={title} {...(backTo === undefined ? {} : { backTo })} />
      {children}
    </div>
  )
}
