import { expect, type Page } from '@playwright/test'
import { test } from '../support/test.ts'
import { match, member, say } from '../support/users.ts'

// 320 px is the narrowest phone, and what 200 % zoom leaves of a 640 px window.
const NARROW = { width: 320, height: 640 }

test('320 px lose nothing: no screen scrolls sideways, nothing stands outside', async ({ browser }) => {
  test.setTimeout(120_000)
  const ada = await member(browser, 'Ada', { viewport: NARROW })
  const ben = await member(browser, 'Maximiliana Theodora Wilhelmina')
  await match(ada, ben)
  const { page } = ada
  for (const path of [
    '/feed',
    '/messages',
    '/preferences',
    '/edit-profile',
    '/camera',
    `/chat/${ben.id}`,
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expectToFit(page, path)
  }
  await page.goto(`/chat/${ben.id}`)
  await say(ada, 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4))
  await expect(page.getByRole('listitem')).toBeVisible()
  await expectToFit(page, 'a long word')

  const visitor = await (await browser.newContext({ viewport: NARROW })).newPage()
  for (const path of ['/', '/auth']) {
    await visitor.goto(path)
    await expect(visitor.getByRole('main')).toBeVisible()
    await expectToFit(visitor, path)
  }
  await visitor.getByRole('tab', { name: 'Sign Up' }).click()
  await expectToFit(visitor, 'sign-up')
})

/** Everything that one can press lies within the width of the window, unless its own list scrolls sideways. */
async function expectToFit(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const outside = await page.evaluate(() => {
    const inRow = (element: Element) => element.closest('.overflow-x-auto') !== null
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > window.innerWidth + 1)
    }
    const found = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, img')]
      .filter((element) => isOut(element) && !inRow(element) && !element.closest('.sr-only, [aria-hidden]'))
      .map((element) => element.outerHTML.slice(0, 120))
    return { found, scroll: document.documentElement.scrollWidth - window.innerWidth }
  })
  expect(outside, where).toEqual({ found: [], scroll: 0 })
}
