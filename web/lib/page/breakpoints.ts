/** From here on a screen has more room than a phone's. */
export const TABLET = window.matchMedia('(min-width: 768px)')
/** From here on there are two panes. */
export const DESKTOP = window.matchMedia('(min-width: 920px)')
