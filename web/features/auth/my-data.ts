import { closeWallet, sendClosingCode } from '#contract/closing'
import { personData, personDataPdf } from '#contract/person-data'
import { callApi } from '#web/lib/api/call.ts'
import { downloadFile } from '#web/lib/api/download.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { saveFile } from '#web/lib/page/save-file.ts'
import type { CodeAndPinEntered } from './CodeAndPin.tsx'
import { withProof } from './with-proof.ts'

/** In which form somebody takes their data along. */
export type DataFormat = 'pdf' | 'json'

const CALLS = { pdf: personDataPdf, json: personData } as const

/** Fetches all that is kept of the user, and keeps it as a file. */
export function useDownloadData() {
  return useSingleFlightMutation({
    mutationFn: async (format: DataFormat) => saveFile(await downloadFile(CALLS[format], `wallet.${format}`)),
  })
}

/** Has the code sent that the wallet is closed with; refused with what is in the way. */
export function useSendClosingCode() {
  return useSingleFlightMutation({ mutationFn: () => withProof((proof) => callApi(sendClosingCode, { body: { proof } })) })
}

/** Closes the wallet for good. */
export function useCloseWallet(onDone: () => void) {
  return useSingleFlightMutation({
    mutationFn: ({ code, pin }: CodeAndPinEntered) =>
      withProof((proof) => callApi(closeWallet, { body: { confirm_code: code, pin_code: pin, proof } })),
    onSuccess: onDone,
  })
}
