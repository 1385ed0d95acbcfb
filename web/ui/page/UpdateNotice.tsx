import { useEffect, useRef } from 'react'
import type { ScreenName } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { screenAt } from '#web/lib/address/screen-at.ts'
import { hasPendingWork } from '#web/lib/page/leave-guard.ts'
import { reload } from '#web/lib/page/reload.ts'
import { useUpdate } from '#web/lib/page/version.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'

/** Screens where nothing is being filled in or waited for: between two of them the page may be loaded anew unnoticed. */
const QUIET: readonly (ScreenName | undefined)[] = ['Home', 'Wallet', 'WalletId', 'History', 'Settings', 'AuthIn']

/** Tells of a new version by a quiet toast, once, and takes it at the next navigation outside forms. */
export default function UpdateNotice() {
  const t = useTranslate()
  const toast = useToast()
  const { pathname } = useHistoryEntry()
  const update = useUpdate((state) => state.update)
  const isTold = useRef(false)
  const before = useRef(pathname)
  useEffect(() => {
    if (update === 'none' || isTold.current) return
    isTold.current = true
    toast(t('app.update'), 'info', { label: t('app.update_now'), onPress: reload })
  }, [update, toast, t])
  useEffect(() => {
    const [from, to] = [screenAt(before.current), screenAt(pathname)]
    const hasMoved = before.current !== pathname
    before.current = pathname
    if (hasMoved && update === 'reload' && QUIET.includes(from) && QUIET.includes(to) && !hasPendingWork()) reload()
  }, [pathname, update])
  return null
}
