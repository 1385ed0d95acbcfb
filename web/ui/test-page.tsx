import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, type RenderResult, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Language } from '#texts/languages'
import { AddressRouter } from '#web/lib/address/router.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { brandId, loadBrand } from '#web/lib/brand/brand.ts'
import { setAmountsHidden, setLanguage, signOut } from '#web/lib/session/session.ts'
import { showLanguage } from '#web/lib/texts/texts.tsx'
import { AlertProvider } from '#web/ui/sheet/Alert.tsx'
import { ToastProvider } from '#web/ui/sheet/Toast.tsx'

/** For tests: draws something with all that stands around a screen, in a fresh session; gives a person to use it. */
export async function renderPage(
  children: ReactNode,
  { language = 'ru', at = '/' }: { readonly language?: Language; readonly at?: string } = {},
): Promise<RenderResult & { readonly person: UserEvent }> {
  cleanup()
  signOut('ended')
  setLanguage(language)
  setAmountsHidden(false)
  queryClient.clear()
  window.history.replaceState(null, '', at)
  await Promise.all([loadBrand(), showLanguage(language, brandId())])
  const person = userEvent.setup()
  const page = render(
    <QueryClientProvider client={queryClient}>
      <AddressRouter>
        <ToastProvider>
          <AlertProvider>{children}</AlertProvider>
        </ToastProvider>
      </AddressRouter>
    </QueryClientProvider>,
  )
  return { ...page, person }
}
