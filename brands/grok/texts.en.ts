import type { TextOverrides } from '#texts/texts'

/** What grok says in its own words, in English; everything else is the catalogue's. */
export const texts: TextOverrides = {
  'authin.title': 'All your currencies in one wallet',
  'code.help': 'No code? Support is open 24/7: {contact}',
  'footer.support': '24/7 support: {contact}',
  'policy.title': 'Policies and documents',
}
