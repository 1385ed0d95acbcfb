import { Suspense, useEffect } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { PATHS, type ScreenName } from './lib/address/paths.ts'
import { screenAt } from './lib/address/screen-at.ts'
import { type Load, lazy, preload } from './lib/page/lazy.tsx'
import { useSession } from './lib/session/session.ts'

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
  WalletSave: () => import('./screens/WalletSave.tsx'),
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
} as const satisfies Record<ScreenName, Load>

const Registered = lazy(LAYOUTS.Registered)
const AuthLayout = lazy(LAYOUTS.AuthLayout)
const Home = lazy(SCREENS.Home)
const History = lazy(SCREENS.History)
const Wallet = lazy(SCREENS.Wallet)
const WalletTopUp = lazy(SCREENS.WalletTopUp)
const WalletPaymentsFinish = lazy(SCREENS.WalletPaymentsFinish)
const WalletWithdrawal = lazy(SCREENS.WalletWithdrawal)
const WalletSave = lazy(SCREENS.WalletSave)
const WalletId = lazy(SCREENS.WalletId)
const OnDatoResult = lazy(SCREENS.OnDatoResult)
const Payment = lazy(SCREENS.Payment)
const Settings = lazy(SCREENS.Settings)
const Exchange = lazy(SCREENS.Exchange)
const ExchangeConfirm = lazy(SCREENS.ExchangeConfirm)
const AuthIn = lazy(SCREENS.AuthIn)
const LogIn = lazy(SCREENS.LogIn)
const Register = lazy(SCREENS.Register)
const Document = lazy(SCREENS.Document)
// Nothing of it is in a production build: spec point 2, security.md 69.
const Env = import.meta.env.DEV ? lazy(() => import('./screens/Env.tsx')) : undefined
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
            <Route path={PATHS.WalletSave} element={<WalletSave />} />
            <Route path={PATHS.WalletId} element={<WalletId />} />
            <Route path={PATHS.OnDatoResult} element={<OnDatoResult />} />
            <Route path={PATHS.Payment} element={<Payment />} />
            <Route path={PATHS.Settings} element={<Settings />} />
            <Route path={PATHS.Exchange} element={<Exchange />} />
            <Route path={PATHS.ExchangeConfirm} element={<ExchangeConfirm />} />
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
        {Env ? <Route path="/env" element={<Env />} /> : null}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

/** Loads the screen of an address and its layout, so that the first thing drawn is whole. A failure shows when it is drawn. */
export async function preloadScreens(pathname: string): Promise<void> {
  const isSignedIn = useSession.getState().authToken !== undefined
  await Promise.all(loadsOf(screenAt(pathname), isSignedIn).map(preload))
}

function loadsOf(name: ScreenName | undefined, isSignedIn: boolean): readonly Load[] {
  if (name === 'Document') return [SCREENS.Document]
  const isAuth = name === 'AuthIn' || name === 'LogIn' || name === 'Register'
  if (!isSignedIn) return [LAYOUTS.AuthLayout, SCREENS[isAuth ? name : 'AuthIn']]
  return [LAYOUTS.Registered, SCREENS[isAuth ? 'Home' : (name ?? 'Home')]]
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
