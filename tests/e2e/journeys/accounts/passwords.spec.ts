import { expect, type Locator, type Page } from '@playwright/test'
import { createRecoveryCodes } from '@zing/proto/http/account'
import { expireConfirmation } from '../../support/expire-confirmation.ts'
import { test } from '../../support/test.ts'
import { registeredUser } from '../../support/users.ts'

const PASTED = 'Correct-Horse 🐎 battery.staple'

/** Pastes over the present text, as a user does, and expects the field to take the text unchanged. */
async function paste(page: Page, field: Locator, text = PASTED): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(text)
}

/** Pastes into the password fields of a form. Returns the purposes that its fields declare to password managers. */
async function pasteInto(page: Page, form: Locator, labels: string[]): Promise<(string | null)[]> {
  for (const label of labels) await paste(page, form.getByLabel(label, { exact: true }))
  return form
    .locator('input[autocomplete]')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
}

test('every form takes pasted passwords, and names its fields to password managers (V6.2.7)', async ({ browser }) => {
  const ada = await registeredUser(browser, 'Ada', { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = ada
  const form = page.locator('form')

  await test.step('account: the confirmation, which names the account, and the change', async () => {
    await page.goto('/account')
    await expireConfirmation(page, createRecoveryCodes)
    await page.getByRole('button', { name: 'Create recovery codes' }).click()
    const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
    expect(await pasteInto(page, confirm, ['Password'])).toEqual(['username', 'current-password'])
    await expect(confirm.locator('input[autocomplete=username]')).toHaveValue(ada.username)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Change password' }).click()
    const change = page.getByRole('dialog', { name: 'Change password' })
    const fields = await pasteInto(page, change, ['Current password', 'New password'])
    expect(fields).toEqual(['username', 'current-password', 'new-password'])
    await paste(page, change.getByLabel('Current password', { exact: true }), ada.password)
    await change.getByRole('button', { name: 'Change password' }).click()
    await expect(change).toBeHidden()
  })

  await test.step('sign-up, recovery and login, with the pasted password', async () => {
    await page.context().clearCookies()
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    expect(await pasteInto(page, form, ['Password'])).toEqual(['name', 'off', 'off', 'username', 'new-password'])
    await page.getByRole('tab', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await paste(page, form.getByLabel('Recovery code'), 'ABCD-EFGH-JKLM-NPQR')
    expect(await pasteInto(page, form, ['New password'])).toEqual(['username', 'off', 'new-password'])
    await page.getByRole('button', { name: 'Back to login' }).click()
    await paste(page, form.getByLabel('Username'), ada.username)
    const fields = await pasteInto(page, form, ['Password'])
    expect(fields.map((purpose) => purpose?.split(' ')[0])).toEqual(['username', 'current-password'])
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/feed')
  })
})
