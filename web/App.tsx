import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { queryClient } from './lib/query-client.ts'
import { AppRoutes } from './routes.tsx'
import { AlertProvider } from './ui/Alert.tsx'
import { CrashBoundary } from './ui/CrashPage.tsx'
import { SandboxBar } from './ui/SandboxBar.tsx'
import { SkipLink } from './ui/SkipLink.tsx'
import { ToastProvider } from './ui/Toast.tsx'

/** What stands around every screen. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ToastProvider>
          <CrashBoundary>
            <AlertProvider>
              <SkipLink />
              <SandboxBar />
              <AppRoutes />
            </AlertProvider>
          </CrashBoundary>
        </ToastProvider>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
