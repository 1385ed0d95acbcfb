import { SWITCHES, type Switch } from '#contract/config'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

// Development only: whoever reads these asks `import.meta.env.DEV` first, so that a production build has nothing of them.
const SWITCH = 'env_switch_'

/** The switches that are overridden at /env, stored on this device. */
export function pickedSwitches(): { readonly [Name in Switch]?: boolean } {
  const picked: { [Name in Switch]?: boolean } = {}
  for (const name of SWITCHES) {
    const stored = readStored(SWITCH + name)
    if (stored !== undefined) picked[name] = stored === 'on'
  }
  return picked
}

/** Overrides a switch on this device, or gives it back to the server. */
export function pickSwitch(name: Switch, isOn: boolean | undefined): void {
  writeStored(SWITCH + name, isOn === undefined ? undefined : isOn ? 'on' : 'off')
}
