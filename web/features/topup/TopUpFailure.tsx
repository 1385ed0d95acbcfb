import { useEffect, useRef } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useSupport } from '#web/lib/config/support.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useUntilLanguageChange } from '#web/lib/texts/until-language-change.ts'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import { NotAllowed } from '#web/ui/state/NotAllowed.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './TopUpFailure.module.css'

/**
 * Why there is no payment page: switched off, not allowed and frozen are notices, all else is the specification's text with the cause under
 * it. No money can have moved, so it may be tried again. Takes the focus when it comes.
 */
export function TopUpFailure({ failure }: { readonly failure: unknown }) {
  const t = useTranslate()
  const { email } = useSupport()
  const cause = useUntilLanguageChange(failureText(t, failure))
  const block = useRef<HTMLDivElement>(null)
  // Read by the effect so that another failure takes the focus as well.
  useEffect(() => {
    if (failure !== undefined) block.current?.focus()
  }, [failure])
  return (
    <div ref={block} className={css.failure} role="alert" tabIndex={-1}>
      {codeOf(failure) === 'switched_off' ? (
        <FeatureOff feature="topup" title={t('topup.off')} />
      ) : codeOf(failure) === 'topup_not_allowed' ? (
        <NotAllowed title={t('payment.topup.not_avaliable')} />
      ) : codeOf(failure) === 'wallet_frozen' ? (
        <Notice tone="warning" title={cause ?? t('err.unknown')}>
          <TextLink href={`mailto:${email}`} isQuiet>
            {t('off.support')}
          </TextLink>
        </Notice>
      ) : (
        <Notice tone="danger" title={t('wallet_topup.error')}>
          {cause}
        </Notice>
      )}
    </div>
  )
}

function codeOf(failure: unknown): string | undefined {
  return failure instanceof ApiRefusal ? failure.code : undefined
}
