import type { Texts } from '#web/lib/texts/texts.tsx'
import { FILE_MEGABYTES_MAX, type PictureFault } from './picture-file.ts'

/** What to tell a person about a picture that could not be used. */
export function pictureFaultText(t: Texts, fault: PictureFault): string {
  if (fault === 'network') return t('err.network')
  return fault === 'size' ? t('err.qr.size', { n: FILE_MEGABYTES_MAX }) : t(`err.qr.${fault}`)
}
