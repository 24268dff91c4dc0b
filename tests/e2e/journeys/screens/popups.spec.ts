import { expect } from '@playwright/test'
import { FEEDBACK_DELAY_MS, INSTALL_PROMPT_DELAY_MS, INSTALL_PROMPT_EVERY_MS } from '@zing/web/lib/limits'
import { expectNoLayerEntry } from '../../support/layers.ts'
import { test } from '../../support/test.ts'
import { registeredUser } from '../../support/users.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

test('Safari on an iPhone shows install instructions once a day (1.15)', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: IPHONE })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/')
  const card = page.getByRole('complementary', { name: 'Add to Home Screen' })
  await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
  await page.clock.fastForward(INSTALL_PROMPT_DELAY_MS)
  await expect(card).toContainText('Tap Share')
  const [button, cover] = [
    await page.getByRole('link', { name: /Get started/ }).boundingBox(),
    await card.boundingBox(),
  ]
  expect((cover?.y ?? 0) + (cover?.height ?? 0), 'the card leaves the button free').toBeLessThan(button?.y ?? 0)
  await card.getByRole('button', { name: "I'll do it later" }).click()
  await expect(card).not.toBeVisible()

  await page.reload()
  await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
  await page.clock.fastForward(INSTALL_PROMPT_DELAY_MS)
  await expect(card).not.toBeVisible()
  await page.clock.fastForward(INSTALL_PROMPT_EVERY_MS)
  await page.reload()
  await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
  await page.clock.fastForward(INSTALL_PROMPT_DELAY_MS)
  await expect(card).toBeVisible()
})

test('the app asks for feedback after three minutes, once per session', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Ada')
  await page.clock.install()
  await page.goto('/feed')
  await expect(page.getByRole('navigation')).toBeVisible()
  await page.clock.fastForward(FEEDBACK_DELAY_MS)
  const dialog = page.getByRole('dialog', { name: "How's your experience?" })
  await expect(dialog.getByRole('link', { name: 'Give feedback' })).toHaveAttribute('target', '_blank')
  await dialog.getByRole('button', { name: 'Maybe later' }).click()
  await expectNoLayerEntry(page)
  await page.reload()
  await expect(page.getByRole('navigation')).toBeVisible()
  await page.clock.fastForward(FEEDBACK_DELAY_MS)
  await expect(dialog).not.toBeVisible()
})
