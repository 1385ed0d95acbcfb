import { useEffect, useState } from 'react'
import { identificationStatus, upgradeIdentification } from '#contract/identity'
import { readHostedPage } from '#web/lib/address/hosted-page.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { callApi } from '#web/lib/api/call.ts'
import { usePageRestore } from '#web/lib/page/page-restore.ts'
import { openHostedPage } from '#web/lib/page/platform.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'

const REFRESHED = 'identification_refreshed'

/** What the card is doing: nothing (after a failure, perhaps), asking the server, or on the way to the provider's page. */
export type Stage =
  | { readonly kind: 'idle'; readonly failure?: unknown }
  | { readonly kind: 'asking'; readonly what: 'upgrade' | 'refresh' }
  | { readonly kind: 'leaving'; readonly host: string }

export interface IdentificationFlow {
  readonly stage: Stage
  /** What to do for a level that is given by hand; the text stays while it is leaving the screen. */
  readonly howto: { readonly text: string; readonly isOpen: boolean }
  readonly closeHowto: () => void
  /** Starts an identification or continues the open one: opens its page, or shows instructions. */
  readonly upgrade: () => Promise<void>
  /** Fetches the state, then reloads the page. */
  readonly refresh: () => Promise<void>
}

/** The identification's two calls; `onChange` is called when the page's data about it may be outdated. */
export function useIdentification(onChange: () => void): IdentificationFlow {
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })
  const [howto, setHowto] = useState({ text: '', isOpen: false })
  usePageRestore(() => {
    setStage({ kind: 'idle' })
    onChange()
  })

  function failed(failure: unknown): void {
    setStage({ kind: 'idle', failure })
    onChange()
  }
  async function upgrade(): Promise<void> {
    if (stage.kind !== 'idle') return
    setStage({ kind: 'asking', what: 'upgrade' })
    try {
      const { verification_url: url, howto_text: text } = await callApi(upgradeIdentification)
      const page = url === null ? undefined : readHostedPage(url, window.location.origin)
      if (url !== null && !page) throw new Error('The verification page is at an address that is not gone to')
      if (!page && text === null) throw new Error('There is neither a page nor anything to do')
      if (page) {
        setStage({ kind: 'leaving', host: page.host })
        // In the messenger the page opens outside and this one stays: it shows the state of the identification meanwhile.
        if (openHostedPage(page.url) === 'stayed') navigate(PATHS.OnDatoResult)
      } else {
        setStage({ kind: 'idle' })
        setHowto({ text: text ?? '', isOpen: true })
      }
    } catch (failure) {
      failed(failure)
    }
  }
  async function refresh(): Promise<void> {
    if (stage.kind !== 'idle') return
    setStage({ kind: 'asking', what: 'refresh' })
    try {
      await callApi(identificationStatus)
      writeStored(REFRESHED, 'yes', 'tab')
      window.location.reload()
    } catch (failure) {
      failed(failure)
    }
  }
  return { stage, howto, closeHowto: () => setHowto({ ...howto, isOpen: false }), upgrade, refresh }
}

/** The reloaded page says what it was reloaded for; once, wherever it is used. */
export function useRefreshedToast(): void {
  const t = useTranslate()
  const toast = useToast()
  useEffect(() => {
    if (readStored(REFRESHED, 'tab') === undefined) return
    writeStored(REFRESHED, undefined, 'tab')
    toast(t('kyc.refreshed'))
  }, [t, toast])
}
