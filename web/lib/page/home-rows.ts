import { DESKTOP } from './breakpoints.ts'

/** How many of the latest transactions Home shows, by viewport. */
export const HOME_ROWS = { phone: 5, tablet: 5, desktop: 10 }

/** How many it shows in the current viewport. */
export function homeRows(): number {
  return HOME_ROWS[DESKTOP.matches ? 'desktop' : 'phone']
}
