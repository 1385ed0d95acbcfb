/** The two interface languages; the first is the default. */
export const LANGUAGES = ['ru', 'en'] as const

export type Language = (typeof LANGUAGES)[number]
