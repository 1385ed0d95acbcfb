import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { AddressRouter } from './lib/address/router.tsx'
import { queryClient } from './lib/api/query-client.ts'
import { lazyComponent } from './lib/page/lazy.tsx'
import { useUpdate } from './lib/page/version.ts'
import { AppRoutes } from './routes.tsx'
import { ErrorBoundary } from './ui/page/CrashPage.tsx'
import { LanguageBar } from './ui/page/LanguageBar.tsx'
import { OfflineStart } from './ui/page/OfflineStart.tsx'
import { SandboxBar } from './ui/page/SandboxBar.tsx'
import { SkipLink } from './ui/page/SkipLink.tsx'
import { AlertProvider } from './ui/sheet/Alert.tsx'
import { ToastProvider } from './ui/sheet/Toast.tsx'

const UpdateNotice = lazyComponent(() => import('./ui/page/UpdateNotice.tsx'))

interface AppProps {
  /** What the messenger adds to the page, when it runs in one. */
  readonly messengerPart: ComponentType | undefined
}

/** What stands around every screen. */
export function App({ messengerPart: MessengerPart }: AppProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <AddressRouter>
          <ToastProvider>
            <AlertProvider>
              {MessengerPart ? <MessengerPart /> : null}
              <SkipLink />
              <SandboxBar />
              <LanguageBar />
              <OfflineStart>
                <AppRoutes />
              </OfflineStart>
              <Updates />
            </AlertProvider>
          </ToastProvider>
        </AddressRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** Tells of a new version, once there is one; without that the page goes on as it is. */
function Updates() {
  const hasUpdate = useUpdate(({ update }) => update !== 'none')
  return hasUpdate ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <UpdateNotice />
      </Suspense>
    </ErrorBoundary>
  ) : null
}
