import type { TextOverrides } from '#texts/texts'

/** What stater says in its own words, in Russian; everything else is the catalogue's. */
export const texts: TextOverrides = {
  'authin.title': 'Рубли и валюта в одном кошельке',
  'qr_payment.title': 'Оплачивайте товары и услуги',
  'qr_payment.description': 'Платите кошельком Stater там, где принимают оплату по QR',
  'policy.title': 'Документы и условия кошелька',
}
