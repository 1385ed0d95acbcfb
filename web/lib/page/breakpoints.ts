/** Wider than a phone. */
export const TABLET = window.matchMedia('(min-width: 768px)')
/** Wide enough for two panes. */
export const DESKTOP = window.matchMedia('(min-width: 920px)')
