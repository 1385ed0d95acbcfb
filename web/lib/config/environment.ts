import { FEATURE_FLAGS, type FeatureFlag } from '#contract/config'
import { readStored, writeStored } from '#web/lib/session/storage.ts'

// Development only: callers check `import.meta.env.DEV` first, so that a production build leaves this out.
const FLAG = 'env_switch_'

/** The feature flags overridden at /env, stored on this device. */
export function flagOverrides(): { readonly [Name in FeatureFlag]?: boolean } {
  const picked: { [Name in FeatureFlag]?: boolean } = {}
  for (const name of FEATURE_FLAGS) {
    const stored = readStored(FLAG + name)
    if (stored !== undefined) picked[name] = stored === 'on'
  }
  return picked
}

/** Overrides a feature flag on this device; `undefined` removes the override. */
export function overrideFlag(name: FeatureFlag, isOn: boolean | undefined): void {
  writeStored(FLAG + name, isOn === undefined ? undefined : isOn ? 'on' : 'off')
}
