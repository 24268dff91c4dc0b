import { expect, type Page } from '@playwright/test'
import { test } from '../support/test.ts'
import { match, registeredUser, writeMessage } from '../support/users.ts'

// the narrowest phone, or a 640 px window at 200 % zoom
const NARROW = { width: 320, height: 640 }

test('no screen overflows horizontally at 320 px', async ({ browser }) => {
  const ada = await registeredUser(browser, 'Ada', { viewport: NARROW })
  const ben = await registeredUser(browser, 'Maximiliana Theodora Wilhelmina')
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
  await writeMessage(ada, 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4))
  await expect(page.getByRole('listitem')).toBeVisible()
  await expectToFit(page, 'a long word')

  const anonymous = await (await browser.newContext({ viewport: NARROW })).newPage()
  for (const path of ['/', '/auth']) {
    await anonymous.goto(path)
    await expect(anonymous.getByRole('main')).toBeVisible()
    await expectToFit(anonymous, path)
  }
  await anonymous.getByRole('tab', { name: 'Sign Up' }).click()
  await expectToFit(anonymous, 'sign-up')
})

/** Expects every visible element within the window's width, unless its own list scrolls horizontally. */
async function expectToFit(page: Page, screen: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const overflow = await page.evaluate(() => {
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
  expect(overflow, screen).toEqual({ found: [], scroll: 0 })
}
