import type { TextOverrides } from '#texts/texts'

/** What grok says in its own words, in Russian; everything else is the catalogue's. */
export const texts: TextOverrides = {
  'authin.title': 'Все валюты в одном кошельке',
  'code.help': 'Код не приходит? Поддержка круглосуточно: {contact}',
  'footer.support': 'Поддержка 24/7: {contact}',
  'policy.title': 'Политики и документы',
}
