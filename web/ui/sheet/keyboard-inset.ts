/**
 * Keeps `--keyboard-inset` on `<html>`: how much of the window an on-screen keyboard covers (iOS, which does not make room itself).
 * Bottom sheets stand above it, and ask for it while they are open. Returns how to stop.
 */
export function followKeyboard(): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => undefined
  const apply = () => {
    const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop)
    // Pinch zoom also makes the visual viewport smaller; that is no keyboard.
    const inset = viewport.scale > 1.01 ? 0 : Math.round(covered)
    document.documentElement.style.setProperty('--keyboard-inset', `${inset}px`)
  }
  apply()
  viewport.addEventListener('resize', apply)
  viewport.addEventListener('scroll', apply)
  return () => {
    viewport.removeEventListener('resize', apply)
    viewport.removeEventListener('scroll', apply)
  }
}
