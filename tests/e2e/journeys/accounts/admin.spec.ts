import { expect } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { callAs } from '../../support/api.ts'
import { test } from '../../support/test.ts'
import { logIn, match, registeredUser } from '../../support/users.ts'

const PIN = process.env.E2E_ADMIN_PIN ?? ''

// Deletes all data, so no other journey may run at the same time.
test('the admin PIN opens the totals, and a reset deletes all data and ends every session (1.16, 6.admin.1)', async ({
  browser,
}) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  await ben.page.goto(`/chat/${ada.id}`)
  await expect(ben.page.getByPlaceholder('Type a message')).toBeVisible()
  const { page } = ada
  await page.goto('/preferences')
  await page.getByRole('button', { name: 'Admin Panel' }).click()
  const panel = page.getByRole('dialog', { name: 'Admin Panel' })

  await panel.getByLabel('PIN').fill('9999')
  await panel.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Access denied').first()).toBeVisible()
  await expect(panel.getByLabel('PIN')).toHaveValue('')

  await panel.getByLabel('PIN').fill(PIN)
  await panel.getByLabel('PIN').press('Enter')
  await expect(page.getByText('Welcome to the admin panel').first()).toBeVisible()
  const totals = panel.getByRole('definition')
  await expect(totals).toHaveCount(3)
  expect(Number(await totals.first().innerText())).toBeGreaterThanOrEqual(2)

  await panel.getByRole('button', { name: 'Reset app data' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Reset app data' })
  await expect(confirmation).toContainText('cannot be undone')
  await expect(confirmation.getByRole('button', { name: 'Reset everything' })).toBeDisabled()
  await confirmation.getByLabel('PIN').fill(PIN)
  await confirmation.getByRole('button', { name: 'Reset everything' }).click()
  await expect(page.getByText('Reset successful').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(ben.page).toHaveURL('/auth') // the reset ended the session
  expect((await callAs(ben.page, getUser)).status).toBe(401)

  await logIn(page, ada.username, ada.password)
  await expect(page.getByText('Invalid username or password').first()).toBeVisible()
  const cleo = await registeredUser(browser, 'Cleo')
  await cleo.page.goto('/feed')
  await expect(cleo.page.getByText('No users found')).toBeVisible()
})
