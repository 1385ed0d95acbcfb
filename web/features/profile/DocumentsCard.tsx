import FileText from 'lucide-react/icons/file-text'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { hasText, useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'

/** The brand's policy block: every document it has. */
export function DocumentsCard() {
  const t = useTranslate()
  return (
    <Card title={t('policy.title')}>
      <List>
        {currentBrand().documents.map(({ id, url }) => {
          const title = `document.${id}`
          return (
            <ListRow
              key={id}
              icon={<FileText aria-hidden />}
              isIconRound
              title={hasText(title) ? t(title) : id}
              to={url}
              hasChevron
            />
          )
        })}
      </List>
    </Card>
  )
}
