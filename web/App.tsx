import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { BrowserRouter } from 'react-router'
import { queryClient } from './lib/query-client.ts'
import { AppRoutes } from './routes.tsx'
import { AlertProvider } from './ui/Alert.tsx'
import { CrashBoundary } from './ui/CrashPage.tsx'
import { OfflineStart } from './ui/OfflineStart.tsx'
import { SandboxBar } from './ui/SandboxBar.tsx'
import { SkipLink } from './ui/SkipLink.tsx'
import { ToastProvider } from './ui/Toast.tsx'
import { UpdateNotice } from './ui/UpdateNotice.tsx'

interface AppProps {
  /** What the messenger adds to the page, when it runs in one. */
  readonly messengerPart: ComponentType | undefined
}

/** What stands around every screen. */
export function App({ messengerPart: MessengerPart }: AppProps) {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <ToastProvider>
            <AlertProvider>
              {MessengerPart ? <MessengerPart /> : null}
              <SkipLink />
              <SandboxBar />
              <OfflineStart>
                <AppRoutes />
              </OfflineStart>
              <UpdateNotice />
            </AlertProvider>
          </ToastProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  )
}
