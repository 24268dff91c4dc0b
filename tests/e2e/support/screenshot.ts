import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { untilStill } from './until-still.ts'

const FOLDER = path.resolve(import.meta.dirname, '../screenshots')
mkdirSync(FOLDER, { recursive: true })

export const SCHEMES = ['light', 'dark'] as const
export const PHONE = { width: 390, height: 844 }

/** Each screen is captured in two of these, so that both sizes and both colour schemes are covered. */
const looks = {
  phone: { viewport: PHONE, colorScheme: 'light', reducedMotion: 'reduce' },
  narrow: { viewport: { width: 320, height: 640 }, colorScheme: 'dark', reducedMotion: 'reduce' },
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', reducedMotion: 'reduce' },
} as const
const looksAt = (...sizes: (keyof typeof looks)[]) => sizes.map((size) => ({ size, options: looks[size] }))

/** Takes a screenshot once images and animations have finished, and checks the page with axe. */
export async function capture(page: Page, name: string): Promise<void> {
  await untilStill(page)
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) })
  await expectAccessible(page, name)
}

/** Takes a screenshot, checks it with axe, and expects no sideways scrolling. */
async function look(page: Page, name: string): Promise<void> {
  await capture(page, name)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, name).toBeLessThanOrEqual(0)
}

/** Looks at the page in two sizes, each in its colour scheme. The page stays in the last one. */
export async function lookAtSizes(page: Page, name: string, ...sizes: (keyof typeof looks)[]): Promise<void> {
  for (const { size, options } of looksAt(...sizes)) {
    const { viewport, colorScheme, reducedMotion } = options
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion })
    await look(page, `${name}-${size}-${colorScheme}`)
  }
}

/** Looks at the page in light and in dark colours. */
export async function lookInBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await look(page, `${name}-${colorScheme}`)
  }
}
