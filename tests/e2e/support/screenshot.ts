import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'

const FOLDER = path.resolve(import.meta.dirname, '../screenshots')
mkdirSync(FOLDER, { recursive: true })

export const SCHEMES = ['light', 'dark'] as const
export const PHONE = { width: 390, height: 844 }

/** Writes what is on the screen to an ignored folder, to be looked at, once it stands still; and lets axe judge it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const isStill = () =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
    document.getAnimations().every(({ playState }) => playState !== 'running')
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) })
  await expectAccessible(page, name)
}

/** Opens a screen and shoots it when its sign is there. */
export async function look(page: Page, url: string, sign: Locator, name: string): Promise<void> {
  await page.goto(url)
  await expect(sign.first()).toBeVisible()
  await shoot(page, name)
}
