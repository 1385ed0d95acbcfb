import { leaveFor } from '#web/lib/page/platform.ts'

/** Links that lead away from the screens (documents in a new tab, pages of the sandbox): a web view has no tabs to open them in. */
const AWAY = 'a[target="_blank"], a[href^="/sandbox/"]'

/** Has the messenger open such links outside. */
export function openLinksOutside(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest(AWAY) : null
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol) || event.defaultPrevented) return
    event.preventDefault()
    leaveFor(link.href)
  })
}
