import { Suspense } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { offeredLanguage } from '#web/lib/session/offered-language.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import css from './Bar.module.css'
import { ErrorBoundary } from './CrashPage.tsx'

const LanguageOffer = lazyComponent(() => import('./LanguageOffer.tsx'))

/** At first sight, offers the language of the messenger or the browser where it is another; its place is there from the beginning. */
export function LanguageBar() {
  const to = useSession(offeredLanguage)
  return to ? (
    <aside className={css.language}>
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <LanguageOffer to={to} />
        </Suspense>
      </ErrorBoundary>
    </aside>
  ) : null
}
