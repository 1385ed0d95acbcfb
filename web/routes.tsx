import { Suspense, useEffect } from 'react'
import { matchPath, Navigate, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { type Load, lazy, preload } from './lib/lazy.tsx'
import { PATHS, type ScreenName } from './lib/paths.ts'
import { useSession } from './lib/session.ts'

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
  WalletId: () => import('./screens/WalletId.tsx'),
  Payment: () => import('./screens/Payment.tsx'),
  Settings: () => import('./screens/Settings.tsx'),
  Exchange: () => import('./screens/Exchange.tsx'),
  AuthIn: () => import('./screens/AuthIn.tsx'),
  LogIn: () => import('./screens/LogIn.tsx'),
  Register: () => import('./screens/Register.tsx'),
  Document: () => import('./screens/Document.tsx'),
} as const satisfies Record<ScreenName, Load>

const Registered = lazy(LAYOUTS.Registered)
const AuthLayout = lazy(LAYOUTS.AuthLayout)
const Home = lazy(SCREENS.Home)
const History = lazy(SCREENS.History)
const Wallet = lazy(SCREENS.Wallet)
const WalletTopUp = lazy(SCREENS.WalletTopUp)
const WalletPaymentsFinish = lazy(SCREENS.WalletPaymentsFinish)
const WalletWithdrawal = lazy(SCREENS.WalletWithdrawal)
const WalletId = lazy(SCREENS.WalletId)
const Payment = lazy(SCREENS.Payment)
const Settings = lazy(SCREENS.Settings)
const Exchange = lazy(SCREENS.Exchange)
const AuthIn = lazy(SCREENS.AuthIn)
const LogIn = lazy(SCREENS.LogIn)
const Register = lazy(SCREENS.Register)
const Document = lazy(SCREENS.Document)
const NotFound = lazy(() => import('./screens/NotFound.tsx'))

/** The screens by their addresses (spec point 2). A layout draws its screen by `<Outlet/>`, with a Suspense around it. */
export function AppRoutes() {
  useScrollToTop()
  return (
    <Suspense>
      <Routes>
        <Route element={<SignedIn />}>
          <Route element={<Registered />}>
            <Route path={PATHS.Home} element={<Home />} />
            <Route path={PATHS.History} element={<History />} />
            <Route path={PATHS.Wallet} element={<Wallet />} />
            <Route path={PATHS.WalletTopUp} element={<WalletTopUp />} />
            <Route path={PATHS.WalletPaymentsFinish} element={<WalletPaymentsFinish />} />
            <Route path={PATHS.WalletWithdrawal} element={<WalletWithdrawal />} />
            <Route path={PATHS.WalletId} element={<WalletId />} />
            <Route path={PATHS.Payment} element={<Payment />} />
            <Route path={PATHS.Settings} element={<Settings />} />
            <Route path={PATHS.Exchange} element={<Exchange />} />
          </Route>
        </Route>
        <Route element={<SignedOut />}>
          <Route element={<AuthLayout />}>
            <Route path={PATHS.AuthIn} element={<AuthIn />} />
            <Route path={PATHS.LogIn} element={<LogIn />} />
            <Route path={PATHS.Register} element={<Register />} />
          </Route>
        </Route>
        <Route path={PATHS.Document} element={<Document />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

/** Loads the screen of an address and its layout, so that the first thing drawn is whole. A failure shows when it is drawn. */
export async function preloadScreens(pathname: string): Promise<void> {
  const isSignedIn = useSession.getState().authToken !== undefined
  const found = Object.entries(PATHS).find(([, path]) => matchPath(path, pathname))
  await Promise.all(loadsOf(isScreenName(found?.[0]) ? found[0] : undefined, isSignedIn).map(preload))
}

function loadsOf(name: ScreenName | undefined, isSignedIn: boolean): readonly Load[] {
  if (name === 'Document') return [SCREENS.Document]
  const isAuth = name === 'AuthIn' || name === 'LogIn' || name === 'Register'
  if (!isSignedIn) return [LAYOUTS.AuthLayout, SCREENS[isAuth ? name : 'AuthIn']]
  return [LAYOUTS.Registered, SCREENS[isAuth ? 'Home' : (name ?? 'Home')]]
}

function isScreenName(name: string | undefined): name is ScreenName {
  return name !== undefined && name in SCREENS
}

/** Guards the signed-in shell: without a token to AuthIn; with one but no PIN yet, back to the last step of registration. */
function SignedIn() {
  const isSignedIn = useSession((session) => session.authToken !== undefined)
  const isPinPending = useSession((session) => session.isPinPending)
  if (!isSignedIn) return <Navigate to={PATHS.AuthIn} replace />
  return isPinPending ? <Navigate to={PATHS.Register} replace /> : <Outlet />
}

/** Guards the sign-in screens: who is signed in belongs to Home, who has no PIN yet to registration. */
function SignedOut() {
  const isSignedIn = useSession((session) => session.authToken !== undefined)
  const isPinPending = useSession((session) => session.isPinPending)
  const { pathname } = useLocation()
  if (!isSignedIn) return <Outlet />
  if (!isPinPending) return <Navigate to={PATHS.Home} replace />
  return pathname === PATHS.Register ? <Outlet /> : <Navigate to={PATHS.Register} replace />
}

/** A new screen begins at its top; going back leaves the place to the browser. */
function useScrollToTop(): void {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  useEffect(() => {
    if (pathname && navigation !== 'POP') window.scrollTo(0, 0)
  }, [pathname, navigation])
}
