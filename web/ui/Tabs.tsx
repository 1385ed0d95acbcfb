import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { haptic } from '#web/lib/page/platform.ts'
import css from './Tabs.module.css'

export interface TabsProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  /** What the chosen tab shows. */
  readonly children: ReactNode
}

/** Tabs over one panel (WAI-ARIA): the arrows walk them, the chosen one is told by weight and a line, not by colour alone. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function choose(chosen: Value): void {
    if (chosen !== value) haptic('selection')
    onValueChange(chosen)
  }
  function keyPressed(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.value === value)
    const target = targetOf(event.key, at, tabs.length)
    const next = target === undefined ? undefined : tabs[target]
    if (!next) return
    event.preventDefault()
    choose(next.value)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(id + next.value)}`)?.focus()
  }
  return (
    <div>
      <div ref={list} className={css.tabs} role="tablist" aria-label={label} onKeyDown={keyPressed}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            id={id + tab.value}
            className={css.tab}
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => choose(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={id + value}>
        {children}
      </div>
    </div>
  )
}

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
