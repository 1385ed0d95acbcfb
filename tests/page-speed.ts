import type { Locator, Page } from '@playwright/test'

/** How much slower than this machine the page is let run: a phone of the middle price against a desktop. */
export const SLOWER = 4

/** Slows the processor of a page; 1 is its own speed. */
export async function slowDown(page: Page, rate = SLOWER): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

const TYPED = '1234.56'
const TIMES = 4

/**
 * Types an amount and takes it back, some times over, each key once the one before has been painted, and gives how long each took from
 * the key to the next paint, in milliseconds (Event Timing). What took less than a frame is reported as 16, the least that browsers tell.
 */
export async function paintTimes(field: Locator): Promise<readonly number[]> {
  const page = field.page()
  await field.focus()
  await page.evaluate(`globalThis.keyTimes = new Map()
    globalThis.keyObserver?.disconnect()
    globalThis.keyObserver = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) keyTimes.set(interactionId, Math.max(duration, keyTimes.get(interactionId) ?? 0))
    })
    keyObserver.observe({ type: 'event', durationThreshold: 16 })`)
  const keys = Array.from({ length: TIMES }, () => [...TYPED, ...Array.from(TYPED, () => 'Backspace')]).flat()
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  }
  // Entries come a moment after the paint they tell of.
  const told = await page.evaluate<number[]>(`new Promise((resolve) => setTimeout(() => {
    for (const { interactionId, duration } of keyObserver.takeRecords())
      if (interactionId) keyTimes.set(interactionId, Math.max(duration, keyTimes.get(interactionId) ?? 0))
    resolve([...keyTimes.values()])
  }, 200))`)
  return keys.map((_, place) => told[place] ?? 16)
}

/** The worst of the times, as browsers reckon it for Interaction to Next Paint: of every fifty the highest one is left out. */
export function worstOf(times: readonly number[]): number {
  return [...times].sort((left, right) => right - left)[Math.floor(times.length / 50)] ?? 0
}

/** How the frames of a page came while something was done, in milliseconds between one and the next. */
export async function frameTimes(page: Page, during: () => Promise<void>, lasting: number): Promise<readonly number[]> {
  await page.evaluate(`globalThis.frames = []
    globalThis.framesEnd = Infinity
    requestAnimationFrame(function next(at) {
      frames.push(at)
      if (at < framesEnd) requestAnimationFrame(next)
    })`)
  await during()
  const at = await page.evaluate<number[]>(`new Promise((resolve) => {
    framesEnd = performance.now() + ${lasting}
    setTimeout(() => resolve(frames), ${lasting} + 100)
  })`)
  return at.slice(1).map((time, place) => time - (at[place] ?? time))
}
