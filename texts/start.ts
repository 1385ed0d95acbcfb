/**
 * The few texts that the page carries with itself in every language: of a start that failed, when others cannot be fetched, and of the
 * offer to go on in another language. They are taken from the catalogues when the page is built (scripts/page/text-files.ts).
 */
export const START_KEYS = [
  'page.crash_title',
  'page.crash_text',
  'page.reload',
  'page.title',
  'offline.page_title',
  'offline.page_text',
  'language.offer',
  'language.keep',
] as const
