import * as v from 'valibot'
import { obstaclesReply } from '#contract/closing'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { signOut } from '#web/lib/session/session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { ByCode } from './ByCode.tsx'
import { CodeAndPin } from './CodeAndPin.tsx'
import { useCloseWallet, useSendClosingCode } from './my-data.ts'
import { Obstacles } from './Obstacles.tsx'

interface CloseWalletProps {
  readonly phone: string
  readonly hasPin: boolean
}

/** Closes the wallet: what goes and what stays, what is in the way if anything is, then a code and the PIN. */
export function CloseWallet({ phone, hasPin }: CloseWalletProps) {
  const t = useTranslate()
  const toast = useToast()
  const sending = useSendClosingCode()
  const closing = useCloseWallet(() => {
    toast(t('answer.wallet_closed'), 'success')
    signOut('ended')
  })
  return (
    <ByCode text={t('closing.text')} inTheWay={inTheWay(sending.error)} sending={sending}>
      {(resend, sendingError) => (
        <CodeAndPin
          {...{ hasPin, resend, sendingError }}
          to={{ phone }}
          doing={closing}
          submit={t('closing.submit')}
          isDangerous
          inTheWay={inTheWay(closing.error)}
        />
      )}
    </ByCode>
  )
}

/** What a refusal says is in the way; nothing for any other failure. */
function inTheWay(failure: Error | null) {
  const refused = failure instanceof ApiRefusal ? v.safeParse(obstaclesReply, failure.cause) : undefined
  return refused?.success ? <Obstacles obstacles={refused.output.obstacles} /> : undefined
}
