import { expect, type Page } from '@playwright/test'
import { deleteAccount } from '@zing/proto/http/account'
import { getUser, registerUser } from '@zing/proto/http/auth'
import { listMessages } from '@zing/proto/http/chat'
import { listMatches } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { expireConfirmation } from '../../support/expire-confirmation.ts'
import { lookAtSizes, PHONE } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'
import { feedIdsOf, logIn, match, registeredUser, writeMessage } from '../../support/users.ts'

const NEW_PASSWORD = 'battery staple'

/** Creates recovery codes on the account page, just after the sign-up, and returns them. */
async function createCodes(page: Page): Promise<string[]> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  const shown = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  return shown.getByRole('listitem').allInnerTexts()
}

test('a recovery code sets a new password on a second browser and ends the first session', async ({ browser }) => {
  const ada = await registeredUser(browser, 'Ada')
  const [code = '', next = ''] = await createCodes(ada.page)
  await ada.page.getByRole('button', { name: "I've saved them" }).click()

  const second = await (await browser.newContext()).newPage()
  await second.goto('/auth')
  await second.getByRole('button', { name: 'Forgot password?' }).click()
  await second.getByLabel('Username').fill(ada.username)
  await second.getByLabel('Recovery code').fill(code.toLowerCase())
  await second.getByLabel('New password').fill(NEW_PASSWORD)
  await second.getByRole('button', { name: 'Set new password' }).click()
  await expect(second).toHaveURL('/feed')
  expect((await callAs(second, getUser)).body.id).toBe(ada.id)
  await expect(ada.page).toHaveURL('/auth')
  await expect(ada.page.getByText('Your session has ended.')).toBeVisible()

  await ada.page.getByRole('button', { name: 'Forgot password?' }).click()
  await ada.page.getByLabel('Username').fill(ada.username)
  await ada.page.getByLabel('Recovery code').fill(code)
  await ada.page.getByLabel('New password').fill('another new one')
  await ada.page.getByRole('button', { name: 'Set new password' }).click()
  await expect(ada.page.getByText('Invalid username or recovery code')).toBeVisible()
  await ada.page.getByLabel('Recovery code').fill(next)
  await ada.page.getByRole('button', { name: 'Set new password' }).click()
  await expect(ada.page).toHaveURL('/account') // where the session ended
  await expect(second).toHaveURL('/auth')
})

test('a user signs out another device from the list at once, and the chat here goes on', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  const phone = await (
    await browser.newContext({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    })
  ).newPage()
  await logIn(phone, ada.username, ada.password)
  await expect(phone).toHaveURL('/feed')
  await phone.goto(`/chat/${ben.id}`)
  await expect(phone.getByPlaceholder('Type a message')).toBeVisible()
  const [cookie] = (await phone.context().cookies()).filter(({ name }) => name.endsWith('zing_session'))

  const { page } = ada
  await page.goto('/account')
  const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await page.getByRole('button', { name: 'Log out Safari on iOS' }).click()
  await expect(devices).toHaveCount(1)
  await expect(phone).toHaveURL('/auth')
  await phone.context().addCookies(cookie ? [cookie] : [])
  expect((await callAs(phone, getUser)).status).toBe(401)

  await page.goto(`/chat/${ben.id}`)
  await writeMessage(ada, 'still here')
  await ben.page.goto(`/chat/${ada.id}`)
  await expect(ben.page.getByText('still here')).toBeVisible()
})

test('a new password ends other sessions; a hidden user leaves the feeds of strangers', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  const second = await (await browser.newContext()).newPage()
  await logIn(second, ada.username, ada.password)
  await expect(second).toHaveURL('/feed')

  const { page } = ada
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill(ada.password)
  await dialog.getByLabel('New password').fill('password1')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Many people use this password')).toBeVisible()
  await dialog.getByLabel('New password').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toBeHidden()
  await expect(second).toHaveURL('/auth')
  expect((await callAs(page, getUser)).status).toBe(200)

  const shownToBen = async () => (await feedIdsOf(ben.page)).includes(ada.id)
  await expect.poll(shownToBen).toBe(true)
  await page.getByRole('switch', { name: 'Hide me from the feed' }).click()
  await expect.poll(shownToBen).toBe(false)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Hide me from the feed' })).toBeChecked()
})

test('when a user deletes the account, the landing page says so and the partner loses the match', async ({
  browser,
}) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  await ada.page.goto(`/chat/${ben.id}`)
  await writeMessage(ada, 'hello from Ada')
  await ben.page.goto(`/chat/${ada.id}`)
  await expect(ben.page.getByText('hello from Ada')).toBeVisible()
  await writeMessage(ben, 'hello from Ben')
  const second = await (await browser.newContext()).newPage()
  await logIn(second, ada.username, ada.password)
  await expect(second).toHaveURL('/feed')

  const { page } = ada
  await page.goto('/account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expireConfirmation(page, deleteAccount)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  await confirm.getByLabel('Password', { exact: true }).fill(ada.password)
  await confirm.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(second).toHaveURL('/auth')
  expect((await callAs(page, getUser)).status).toBe(401)

  await test.step('the partner finds neither match nor chat', async () => {
    await expect(ben.page.getByText('User not found')).toBeVisible()
    await expect(ben.page.getByText('hello from Ada')).toBeHidden()
    await ben.page.getByRole('link', { name: 'Back to Messages' }).click()
    await expect(ben.page.getByText('No matches yet')).toBeVisible()
    expect((await callAs(ben.page, listMessages, { params: { id: ada.id } })).status).toBe(404)
    expect((await callAs(ben.page, listMatches)).body).toEqual([])
    expect(await feedIdsOf(ben.page)).not.toContain(ada.id)
    await ben.page.goto('/feed')
    await ben.page.getByRole('button', { name: 'Notifications' }).click()
    await expect(ben.page.getByRole('dialog')).toBeVisible()
    await expect(ben.page.getByRole('dialog').getByText(ada.name)).toHaveCount(0)
  })

  await logIn(page, ada.username, ada.password)
  await expect(page.getByText('Invalid username or password').first()).toBeVisible()
  const body = { name: 'Ada', username: ada.username, password: ada.password, age: 30, gender: 'x', orientation: 'x' }
  expect((await callAs(page, registerUser, { body })).status).toBe(409)
})

test('the account page and its dialogs are accessible', async ({ browser }) => {
  const options = { viewport: PHONE, reducedMotion: 'reduce' } as const
  const ada = await registeredUser(browser, 'Ada', options)
  const elsewhere = await (await browser.newContext()).newPage()
  await logIn(elsewhere, ada.username, ada.password)
  await expect(elsewhere).toHaveURL('/feed')

  const { page } = ada
  await page.goto('/account')
  await expect(page.getByRole('list', { name: 'Your devices' }).getByRole('listitem')).toHaveCount(2)
  await lookAtSizes(page, 'account-top', 'phone', 'narrow')
  await page.getByRole('switch', { name: 'Hide me from the feed' }).click()
  await expect(page.getByRole('switch', { name: 'Hide me from the feed' })).toBeChecked()
  await page.getByRole('switch', { name: 'Hide me from the feed' }).scrollIntoViewIfNeeded()
  await lookAtSizes(page, 'account-hidden', 'phone', 'narrow')
  await page.getByRole('button', { name: 'Change password' }).click()
  const password = page.getByRole('dialog', { name: 'Change password' })
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('Password is required')).toBeVisible()
  await lookAtSizes(page, 'account-password', 'phone', 'narrow')
  await page.keyboard.press('Escape')
  await createCodes(page)
  await lookAtSizes(page, 'account-codes', 'phone', 'narrow')
  await page.getByRole('button', { name: "I've saved them" }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('checkbox', { name: 'Also remove my recovery codes' })).toBeChecked()
  await lookAtSizes(page, 'account-password-codes', 'phone', 'narrow')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete your account?' })).toBeVisible()
  await lookAtSizes(page, 'account-delete', 'phone', 'narrow')

  const anonymous = await (await browser.newContext(options)).newPage()
  await anonymous.goto('/auth')
  await anonymous.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(anonymous.getByLabel('Recovery code')).toBeVisible()
  await lookAtSizes(anonymous, 'account-recover', 'phone', 'narrow')
})
