import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { PATHS } from '#web/lib/address/paths.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { LinkedText, useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './ExchangeNotices.module.css'

/** Shown when there are fewer than two accounts; offers to open another where that feature is on. */
export function ExchangeUnavailable() {
  const t = useTranslate()
  const canOpen = useFeatureFlag('account_create')
  return (
    <Card>
      <EmptyState
        icon={<ArrowLeftRight />}
        action={canOpen ? <ButtonLink to={PATHS.Wallet}>{t('wallet.create.title')}</ButtonLink> : undefined}
      >
        <strong className={css.title}>{t('ex.unavailable')}</strong>
        {t('ex.one_account')}
      </EmptyState>
    </Card>
  )
}

/** The legal block under the form, for a brand that has one. */
export function ExchangeLegal() {
  const t = useTranslate()
  const brand = currentBrand()
  const terms = brand.documents.find(({ id }) => id === 'terms')
  if (!brand.exchangeLegal) return null
  return (
    <section className={css.legal} aria-label={t('ex.legal')}>
      <h2 className={css.head}>{t('ex.legal')}</h2>
      <p>
        <LinkedText
          text={t('ex.legal_text')}
          link={(words) =>
            terms ? (
              <TextLink href={terms.url} isNewTab>
                {words}
              </TextLink>
            ) : (
              words
            )
          }
        />
      </p>
    </section>
  )
}
