// Loaded into a wallet before it starts (tests/soak.ts): a timer of a minute or more, which is a part of the day, goes as fast as the day
// does; a shorter one is somebody's patience, or a pause between two looks, and stays as it is.
const LONG_MS = 60_000
const speed = Number(process.env.LONG_TIMERS_SPEED)

globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
  apply: (wait, self, [call, ms, ...rest]) => Reflect.apply(wait, self, [call, ms >= LONG_MS ? ms / speed : ms, ...rest]),
})
