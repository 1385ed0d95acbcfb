import * as v from 'valibot'
import { Redirect } from 'wouter'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import css from './Screen.module.css'

const made = v.object({ operationId: v.string() })

/** The receipt of the exchange that was just made, named by `operationId` in the state of the history entry; without one, back to Exchange. */
export default function ExchangeConfirm() {
  const t = useTranslate()
  const state = v.safeParse(made, useHistoryEntry().state)
  if (!state.success) return <Redirect to={PATHS.Exchange} replace />
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('ex.success')} backTo={PATHS.Exchange} />
      <Card>
        <Stack gap="fields">
          {operationSlot(state.output.operationId, 'receipt')}
          <div className={css.whole}>
            <ButtonLink isWide to={PATHS.Home}>
              {t('common.done')}
            </ButtonLink>
          </div>
        </Stack>
      </Card>
    </div>
  )
}
