/** Under which the device remembers that the first steps are shown (`open`), or not any more (`closed`). */
export const STEPS_KEY = 'first_steps'

/** Under which the device remembers the height of what waited when Home was last looked at, so that its place is kept. */
export const WAITING_KEY = 'waiting'
