import { nextTask } from '#web/lib/page/next-task.ts'

/** What each first screen is written in: the type, and the signs besides letters. */
export const TYPES = {
  signedIn: [
    ['label', ''],
    ['caption', ''],
    ['greeting', ''],
    ['body-s', '₽≈'],
    ['h3', ''],
    ['total', '₽'],
    ['amount-l', '₽'],
    ['row', '₽'],
    ['nav', ''],
  ],
  signedOut: [
    ['label', ''],
    ['h1', ''],
    ['body', ''],
    ['h3', ''],
    ['legal', ''],
  ],
} as const

/**
 * Makes the font ready for a first screen, for texts like `letters`. A browser prepares a font for each size and weight when it lays the
 * first text out with it, which takes longer than the layout itself: here it does so one by one, while the libraries are on their way.
 */
export async function preloadFonts(screen: keyof typeof TYPES, letters: string): Promise<void> {
  await document.fonts.load('1em "Manrope Variable"', screen === 'signedIn' ? `${letters}₽` : letters)
  for (const [role, signs] of TYPES[screen]) {
    const specimen = document.createElement('span')
    specimen.textContent = letters + signs
    specimen.style.cssText = `position:fixed;visibility:hidden;font:var(--font-${role})`
    document.body.append(specimen)
    specimen.getBoundingClientRect()
    specimen.remove()
    await nextTask()
  }
}
