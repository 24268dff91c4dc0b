import { expect } from '@playwright/test'
import { userWithRole } from '../support/moderators.ts'
import { capture, lookAtSizes } from '../support/screenshot.ts'
import { stubVerification, stubVerificationQueue } from '../support/stubs/verification.ts'
import { test } from '../support/test.ts'
import { registeredUser } from '../support/users.ts'

test('a verification is accessible in every state, from the consent to the badge', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Ada', { reducedMotion: 'reduce' })
  const show = await stubVerification(page)
  await show()
  await page.goto('/verification')
  await expect(page.getByRole('button', { name: 'I agree, open the camera' })).toBeVisible()
  await lookAtSizes(page, 'verification-consent', 'phone', 'narrow')
  await page.getByRole('button', { name: 'I agree, open the camera' }).click()
  await page.getByRole('button', { name: 'Take photo' }).click()
  await expect(page.getByRole('button', { name: 'Send this picture' })).toBeVisible()
  await lookAtSizes(page, 'verification-pose', 'phone', 'narrow')
  for (const state of ['waiting', 'refused', 'outdated', 'verified'] as const) {
    await show({ state })
    await page.goto('/verification')
    await expect(page.getByRole('button', { name: 'Withdraw my consent' })).toBeVisible()
    await lookAtSizes(page, `verification-${state}`, 'phone', 'narrow')
  }
})

test('the queue of verifications is accessible, on a phone and on a desktop', async ({ browser }) => {
  const { page } = await userWithRole(browser, 'Mia', 'moderator', { reducedMotion: 'reduce' })
  await stubVerificationQueue(page)
  await page.goto('/moderation/verifications')
  await expect(page.getByRole('article', { name: 'Tom' })).toBeVisible()
  await lookAtSizes(page, 'verifications', 'narrow', 'desktop', 'phone')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Why refuse Tom?' })).toBeVisible()
  await capture(page, 'verifications-refuse-phone')
})
