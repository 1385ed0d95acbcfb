import { type ReactNode, Suspense, useEffect } from 'react'
import { Redirect, Route, useLocation } from 'wouter'
import { PATHS, type ScreenName } from './lib/address/paths.ts'
import { cameByBackOrForward, useHistoryEntry } from './lib/address/router.tsx'
import { screenAt } from './lib/address/screen-at.ts'
import { type Load, lazyScreen, preloadScreen } from './lib/page/lazy.tsx'
import { readReturn } from './lib/session/return-path.ts'
import { sessionStore } from './lib/session/session.ts'
import { useSession } from './lib/session/use-session.ts'

const LAYOUTS = {
  Registered: () => import('./screens/Registered.tsx'),
  AuthLayout: () => import('./screens/AuthLayout.tsx'),
} as const satisfies Record<string, Load>

const SCREENS = {
  Home: () => import('./screens/Home.tsx'),
  History: () => import('./screens/History.tsx'),
  Wallet: () => import('./screens/Wallet.tsx'),
  WalletTopUp: () => import('./screens/WalletTopUp.tsx'),
  WalletPaymentsFinish: () => import('./screens/WalletPaymentsFinish.tsx'),
  WalletWithdrawal: () => import('./screens/WalletWithdrawal.tsx'),
  SendToPerson: () => import('./screens/SendToPerson.tsx'),
  Ask: () => import('./screens/Ask.tsx'),
  Requests: () => import('./screens/Requests.tsx'),
  WalletSave: () => import('./screens/WalletSave.tsx'),
  Recipients: () => import('./screens/Recipients.tsx'),
  WalletId: () => import('./screens/WalletId.tsx'),
  OnDatoResult: () => import('./screens/OnDatoResult.tsx'),
  Payment: () => import('./screens/Payment.tsx'),
  Settings: () => import('./screens/Settings.tsx'),
  Exchange: () => import('./screens/Exchange.tsx'),
  ExchangeConfirm: () => import('./screens/ExchangeConfirm.tsx'),
  AuthIn: () => import('./screens/AuthIn.tsx'),
  LogIn: () => import('./screens/LogIn.tsx'),
  Register: () => import('./screens/Register.tsx'),
  Document: () => import('./screens/Document.tsx'),
  Secure: () => import('./screens/Secure.tsx'),
  Pay: () => import('./screens/Pay.tsx'),
} as const satisfies Record<ScreenName, Load>

const Registered = lazyScreen(LAYOUTS.Registered)
const AuthLayout = lazyScreen(LAYOUTS.AuthLayout)
const PARTS = new Map(Object.entries(SCREENS).map(([name, load]) => [name, lazyScreen(load)] as const))
// A production build has nothing of it: its switches are for who develops.
const Env = import.meta.env.DEV ? lazyScreen(() => import('./screens/Env.tsx')) : undefined
const NotFound = lazyScreen(() => import('./screens/NotFound.tsx'))

/** The screens by their addresses, each in its layout, which stays as long as the next screen is in the same. */
export function AppRoutes() {
  useScrollToTop()
  const [pathname] = useLocation()
  const name = screenAt(pathname)
  const Screen = name && PARTS.get(name)
  if (Screen) {
    return (
      <Suspense>
        <Route path={PATHS[name]}>{inLayout(name, <Screen />)}</Route>
      </Suspense>
    )
  }
  return <Suspense>{Env && pathname === '/env' ? <Env /> : <NotFound />}</Suspense>
}

function inLayout(name: ScreenName, screen: ReactNode): ReactNode {
  switch (name) {
    case 'Document':
      return screen
    case 'Secure':
      return <AuthLayout>{screen}</AuthLayout>
    case 'Pay':
      return <ForAnybody>{screen}</ForAnybody>
    case 'AuthIn':
    case 'LogIn':
    case 'Register':
      return signedOut(screen)
    default:
      return signedIn(screen)
  }
}

function signedIn(screen: ReactNode): ReactNode {
  return (
    <SignedIn>
      <Registered>{screen}</Registered>
    </SignedIn>
  )
}

function signedOut(screen: ReactNode): ReactNode {
  return (
    <SignedOut>
      <AuthLayout>{screen}</AuthLayout>
    </SignedOut>
  )
}

/** In the shell of whoever is signed in, else among the sign-in screens. */
function ForAnybody({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useSession(({ authToken, isPinPending }) => authToken !== undefined && !isPinPending)
  return isSignedIn ? <Registered>{children}</Registered> : <AuthLayout>{children}</AuthLayout>
}

/** Loads the screen of an address and its layout, so that the first thing drawn is whole. A failure shows when it is drawn. */
export async function preloadScreens(pathname: string): Promise<void> {
  const isSignedIn = sessionStore.getState().authToken !== undefined
  await Promise.all(loadsOf(screenAt(pathname), isSignedIn).map(preloadScreen))
}

function loadsOf(name: ScreenName | undefined, isSignedIn: boolean): readonly Load[] {
  if (name === 'Document') return [SCREENS.Document]
  if (name === 'Secure') return [LAYOUTS.AuthLayout, SCREENS.Secure]
  const isAuth = name === 'AuthIn' || name === 'LogIn' || name === 'Register'
  if (!isSignedIn) return [LAYOUTS.AuthLayout, SCREENS[isAuth || name === 'Pay' ? name : 'AuthIn']]
  return [LAYOUTS.Registered, SCREENS[isAuth ? 'Home' : (name ?? 'Home')]]
}

/** Guards the signed-in shell: without a token to AuthIn; with one but no PIN yet, back to the last step of registration. */
function SignedIn({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useSession((session) => session.authToken !== undefined)
  const isPinPending = useSession((session) => session.isPinPending)
  if (!isSignedIn) return <Redirect to={PATHS.AuthIn} replace />
  return isPinPending ? <Redirect to={PATHS.Register} replace /> : children
}

/** Guards the sign-in screens: who is signed in belongs to Home, or where they were when they had to sign in; who has no PIN yet to registration. */
function SignedOut({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useSession((session) => session.authToken !== undefined)
  const isPinPending = useSession((session) => session.isPinPending)
  const { pathname } = useHistoryEntry()
  if (!isSignedIn) return children
  if (!isPinPending) return <Redirect to={readReturn() ?? PATHS.Home} replace />
  return pathname === PATHS.Register ? children : <Redirect to={PATHS.Register} replace />
}

/** A new screen begins at its top; going back leaves the place to the browser. */
function useScrollToTop(): void {
  const { pathname } = useHistoryEntry()
  useEffect(() => {
    if (pathname && !cameByBackOrForward()) window.scrollTo(0, 0)
  }, [pathname])
}
