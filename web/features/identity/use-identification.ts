import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { identificationStatus, upgradeIdentification } from '#contract/identity'
import { callApi } from '#web/lib/call.ts'
import { readHostedPage } from '#web/lib/hosted-page.ts'
import { usePageReturn } from '#web/lib/page-return.ts'
import { PATHS } from '#web/lib/paths.ts'
import { leaveFor } from '#web/lib/platform.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { useToast } from '#web/ui/Toast.tsx'

const REFRESHED = 'identification_refreshed'

/** What the card is doing: nothing (after a failure, perhaps), asking the server, or on the way to the provider's page. */
export type Stage =
  | { readonly kind: 'idle'; readonly failure?: unknown }
  | { readonly kind: 'asking'; readonly what: 'upgrade' | 'refresh' }
  | { readonly kind: 'leaving'; readonly host: string }

export interface IdentificationFlow {
  readonly stage: Stage
  /** What to do for a level that is given by hand, while it is shown. */
  readonly howto: string | undefined
  readonly closeHowto: () => void
  /** Begins an identification or goes on with the open one: leaves for its page, or shows what to do (spec point 4). */
  readonly upgrade: () => Promise<void>
  /** Asks how it stands, then reloads the page (spec point 4). */
  readonly refresh: () => Promise<void>
}

/** The reloaded page says what it was reloaded for. */
function useRefreshedToast(): void {
  const t = useTexts()
  const toast = useToast()
  useEffect(() => {
    if (readStored(REFRESHED, 'tab') === undefined) return
    writeStored(REFRESHED, undefined, 'tab')
    toast(t('kyc.refreshed'))
  }, [t, toast])
}
