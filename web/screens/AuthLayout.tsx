import { type ReactNode, Suspense } from 'react'
import { AuthFooter } from '#web/features/auth/AuthFooter.tsx'
import { LanguageSwitch } from '#web/features/auth/LanguageSwitch.tsx'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AuthPicture, Logo } from '#web/ui/page/BrandArt.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { MAIN_ID } from '#web/ui/page/SkipLink.tsx'
import css from './AuthLayout.module.css'

/** What stands around the sign-in screens: logo, «E-Wallet», language, footer; beside them the brand's picture from 920 px. */
export default function AuthLayout({ children }: { readonly children?: ReactNode }) {
  const t = useTranslate()
  const isWide = useViewport() === 'desktop'
  const { pathname } = useHistoryEntry()
  return (
    <div className={css.layout}>
      <header className={css.header}>
        <div className={css.brand}>
          <Logo />
          <span className={css.name}>{t('auth.title')}</span>
        </div>
        <LanguageSwitch />
      </header>
      {isWide ? (
        <div className={css.art}>
          <AuthPicture />
        </div>
      ) : null}
      <div className={css.side}>
        <ErrorBoundary resetKey={pathname}>
          <main id={MAIN_ID} className={css.main} tabIndex={-1}>
            <Suspense>{children}</Suspense>
          </main>
        </ErrorBoundary>
        <AuthFooter />
      </div>
    </div>
  )
}
