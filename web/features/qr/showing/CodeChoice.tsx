import type { Code } from '#web/features/qr/meaning/code.ts'
import { printable } from '#web/features/qr/meaning/printable.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'

export interface CodeChoiceProps {
  /** Several codes of one picture; nothing while there is nothing to choose. */
  readonly codes: readonly Code[] | undefined
  readonly onChoose: (code: Code | undefined) => void
}

/** All the codes of a picture, by what each is: a bill has the code of a tax office beside its own. */
export function CodeChoice({ codes, onChoose }: CodeChoiceProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={codes !== undefined} onClose={() => onChoose(undefined)} title={t('scan.several')}>
      <List>
        {codes?.map((code) => (
          <ListRow
            key={code.contents}
            title={t(`qrpay.kind.${code.meaning.kind}`, { brand: currentBrand().name })}
            subtitle={<bdi>{aboutOf(code)}</bdi>}
            hasChevron
            onPress={() => onChoose(code)}
          />
        ))}
      </List>
    </Modal>
  )
}

/** Whom it pays, where it leads, or how its text begins. */
function aboutOf({ contents, meaning, opens }: Code): string {
  const recipient = 'facts' in meaning ? printable(meaning.facts.recipient ?? '') : ''
  return recipient || opens?.host || printable(contents.slice(0, 60))
}
