import { expect, type Page } from '@playwright/test'

/** Waits until images are there and animations have ended, such as a page that fades in. Endless ones go on. */
export async function untilStill(page: Page): Promise<void> {
  const isStill = () =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
}
