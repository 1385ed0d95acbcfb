import { SWITCHES, type Switch } from '#contract/config'
import { readStored, writeStored } from './storage.ts'

// Development only: whoever reads these asks `import.meta.env.DEV` first, so that a production build has nothing of them.
const BRAND = 'env_brand'
const SWITCH = 'env_switch_'

/** The brand picked at /env (spec point 2), stored on this device; nothing when none was picked. */
export function pickedBrand(): string | undefined {
  return readStored(BRAND)
}

/** Picks a brand for the next start of the page, or none: then the server's counts again. */
export function pickBrand(brandId: string | undefined): void {
  writeStored(BRAND, brandId)
}

/** The switches that are overridden on this device. */
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
