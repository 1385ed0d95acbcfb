/** The two interface languages; the first is the default (spec point 1). */
export const LANGUAGES = ['ru', 'en'] as const

export type Language = (typeof LANGUAGES)[number]
