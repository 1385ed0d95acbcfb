import { useEffect, useState } from 'react'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { readStored } from '#web/lib/session/storage.ts'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { createKeyReader, KEYS_OFF, type Wish } from './keys.ts'

const KeysSheet = lazyComponent(() => import('./KeysSheet.tsx'))

const TYPING = 'input, textarea, select, [contenteditable]'
const SEARCH = 'input[data-search]'
/** In which a screen comes that has just been gone to. */
const SEARCH_WAIT_MS = 2000

/** The keys of a desktop: they go to places, focus a search and show themselves; not while something is typed or a dialog is open. */
export default function Shortcuts() {
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  useEffect(() => {
    const read = createKeyReader()
    function pressed(event: KeyboardEvent): void {
      if (!isMeant(event)) return
      const wish = read(event)
      if (wish === undefined) return
      event.preventDefault()
      follow(wish, () => setSheet('open'))
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  const close = () => setSheet('closed')
  if (sheet === 'unused') return null
  return (
    <LazyBoundary isOpen={sheet === 'open'} onClose={close}>
      <KeysSheet isOpen={sheet === 'open'} onClose={close} />
    </LazyBoundary>
  )
}

/** Whether a key is for the page: not for a field, a dialog, the browser or what has taken it already. */
function isMeant({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || readStored(KEYS_OFF) !== undefined) return false
  const isTyped = target instanceof Element && target.closest(TYPING) !== null
  return !isTyped && document.querySelector('dialog[open], [popover]:popover-open') === null
}

function follow(wish: Wish, showKeys: () => void): void {
  if (wish === 'help') showKeys()
  else if (wish === 'search') void focusSearch()
  else navigate(wish.to)
}

/** The search of the screen where it has one, else that of the history, which is gone to. */
async function focusSearch(): Promise<void> {
  if (focusFirst()) return
  navigate(PATHS.History)
  const until = performance.now() + SEARCH_WAIT_MS
  while (!focusFirst() && performance.now() < until) await new Promise((resolve) => requestAnimationFrame(resolve))
}

function focusFirst(): boolean {
  const search = document.querySelector<HTMLInputElement>(SEARCH)
  search?.focus()
  return search !== null
}
