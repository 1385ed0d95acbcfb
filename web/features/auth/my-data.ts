import { closeWallet, sendClosingCode } from '#contract/closing'
import { personData, personDataPdf } from '#contract/person-data'
import { callApi } from '#web/lib/api/call.ts'
import { downloadFile } from '#web/lib/api/download.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
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

// As receipts do it: what two sheets share would be loaded with the first screen.
function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Has the code sent that the wallet is closed with; refused with what is in the way. */
export function useSendClosingCode() {
  return useSingleFlightMutation({ mutationFn: () => withProof((proof) => callApi(sendClosingCode, { body: { proof } })) })
}

/** Closes the wallet for good. */
export function useCloseWallet() {
  return useSingleFlightMutation({
    mutationFn: ({ code, pin }: { readonly code: string; readonly pin: string | undefined }) =>
      withProof((proof) => callApi(closeWallet, { body: { confirm_code: code, pin_code: pin, proof } })),
  })
}
