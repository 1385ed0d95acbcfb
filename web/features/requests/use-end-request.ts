import { declineRequest, withdrawRequest } from '#contract/requests'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useKeyedMutation } from '#web/lib/api/keyed-mutation.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'

/** The end of a request without money: its payer declines it, or its maker withdraws it. */
export interface EndsRequest {
  /** Asks for confirmation first. */
  readonly end: () => Promise<void>
  readonly isPending: boolean
  readonly message: string | undefined
}

/** Declines a received request, or withdraws one that the user has made, once the user has confirmed it. */
export function useEndRequest(requestId: string, how: 'decline' | 'withdraw'): EndsRequest {
  const t = useTranslate()
  const alert = useAlert()
  const toast = useToast()
  const call = how === 'decline' ? declineRequest : withdrawRequest
  const ending = useKeyedMutation(async (body: { readonly request_id: string }, idempotencyKey) => {
    const { message } = await callApi(call, { body, idempotencyKey })
    toast(message, 'success')
  })
  async function end(): Promise<void> {
    const answer = await alert({
      message: t(`requests.${how}_ask`),
      details: t(`requests.${how}_text`),
      primary: t(`requests.${how}`),
      secondary: t('common.cancel'),
      isDangerous: how === 'withdraw',
    })
    if (answer === 'primary') ending.mutate({ request_id: requestId })
  }
  return { end, isPending: ending.isPending, message: ending.error ? failureText(t, ending.error) : undefined }
}
