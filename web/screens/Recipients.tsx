import { useSearchParams } from 'wouter'
import { RecipientList } from '#web/features/recipients/RecipientList.tsx'
import { readKind } from '#web/features/recipients/recipient.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import css from './Screen.module.css'

/** Everybody and everything one has sent to. The address of the screen may say of which kind. */
export default function Recipients() {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const canSendToPeople = useFeatureFlag('p2p')
  const canWithdraw = useFeatureFlag('withdrawal')
  // What goes to a person is out of the wallet like what is withdrawn.
  const isAllowed = useProfile()?.is_withdrawal_allowed !== false
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('recipients.title')} backTo={PATHS.Wallet} />
      <Card>
        <RecipientList
          kind={readKind(search.get('kind'))}
          onKind={(kind) => setSearch(kind === undefined ? {} : { kind }, { replace: true })}
          canSend={(kind) => isAllowed && (kind === 'person' ? canSendToPeople : canWithdraw)}
        />
      </Card>
    </div>
  )
}
