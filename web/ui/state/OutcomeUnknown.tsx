import { PATHS } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Result } from './Result.tsx'

export interface OutcomeUnknownProps {
  /** Sends the same attempt again under its own key, which has one effect. */
  readonly onCheck: () => void
}

/**
 * The outcome of a request to move money is unknown, because there was no response. Never called failed; the user can check it, or
 * look in the history.
 */
export function OutcomeUnknown({ onCheck }: OutcomeUnknownProps) {
  const t = useTranslate()
  return (
    <Result
      kind="unknown"
      isFocused
      text={t('err.money_unknown')}
      actions={
        <>
          <Button isWide onClick={onCheck}>
            {t('finish.check')}
          </Button>
          <ButtonLink variant="text" isWide to={PATHS.History}>
            {t('nav.history')}
          </ButtonLink>
        </>
      }
    />
  )
}
