import { DESKTOP } from './breakpoints.ts'

/** How many of the newest lines Home shows, by the room there is. */
export const HOME_ROWS = { phone: 5, tablet: 5, desktop: 10 }

/** How many it will show now. */
export function homeRows(): number {
  return HOME_ROWS[DESKTOP.matches ? 'desktop' : 'phone']
}
