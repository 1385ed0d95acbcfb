import type { ReactNode } from 'react'
import css from './Stack.module.css'

export interface StackProps {
  /** `blocks` of a screen, `fields` of a form, `lines` of a text. */
  readonly gap?: 'blocks' | 'fields' | 'lines'
  readonly children: ReactNode
}

/** Things under one another with an even gap. */
export function Stack({ gap = 'blocks', children }: StackProps) {
  return (
    <div className={css.stack} data-gap={gap}>
      {children}
    </div>
  )
}
