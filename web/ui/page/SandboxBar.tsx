import FlaskConical from 'lucide-react/icons/flask-conical'
import { isSandbox } from '#web/lib/config/sandbox.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './Bar.module.css'

/** Says on every page that no real money moves here, with the way to the sandbox's inbox; nothing outside a sandbox. */
export function SandboxBar() {
  const t = useTranslate()
  if (!isSandbox()) return null
  return (
    <aside className={css.sandbox}>
      <FlaskConical className={css.icon} size={16} aria-hidden />
      <span className={css.words}>{t('sandbox.banner')}</span>
      {/* A page of the server, not a screen of ours. */}
      <a className={css.link} href="/sandbox/sms">
        {t('sandbox.inbox')}
      </a>
    </aside>
  )
}
