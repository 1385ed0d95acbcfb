import { useSupportPhone } from '#web/lib/config/support.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './CashNotice.module.css'
import { Notice } from './Notice.tsx'

/** Says how to deposit or collect cash: in person at a branch, with a passport that matches. Has no button. */
export function CashNotice() {
  const t = useTranslate()
  const contact = useSupportPhone()
  return (
    <Notice title={t('cash.title')}>
      <p>{t('cash.text')}</p>
      <p className={css.head}>{t('cash.bring')}</p>
      <ul className={css.list}>
        <li>{t('cash.passport')}</li>
        <li>{t('cash.phone')}</li>
      </ul>
      <p>{t('cash.branches', { contact })}</p>
    </Notice>
  )
}
