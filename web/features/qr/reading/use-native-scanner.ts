import { nativeScanner } from '#web/lib/page/platform.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'

/** Scans with the scanner of the messenger; nothing when the person closed it. */
export type ScanNatively = () => Promise<string | undefined>

/** The messenger's own scanner with our hint under it; nothing where the page has to use the camera itself. */
export function useNativeScanner(): ScanNatively | undefined {
  const t = useTranslate()
  const scan = nativeScanner()
  return scan && (() => scan(t('scan.hint')))
}
