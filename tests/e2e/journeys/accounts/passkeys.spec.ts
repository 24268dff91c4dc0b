import { expect, type Page } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { callAs } from '../../support/api.ts'
import { expectNoLayerEntry } from '../../support/layers.ts'
import { lookAtSizes, PHONE } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'
import { logIn, type RegisteredUser, registeredUser } from '../../support/users.ts'

/** Adds an authenticator with the user's finger to the page's browser, and returns a way to read it. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    setVerified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function addPasskey({ page }: RegisteredUser, name: string): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await expect(dialog).toBeHidden()
}

test('a passkey signs in, which confirms too, and is refused once removed (10.account.login-confirms)', async ({
  browser,
}) => {
  const ada = await registeredUser(browser, 'Ada')
  const { page } = ada
  const authenticator = await addAuthenticator(page)
  await addPasskey(ada, 'This laptop')
  const passkeys = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
  await expect(passkeys).toHaveCount(1)
  await expect(passkeys).toContainText('Not used yet')
  const [credential] = await authenticator.credentials()
  expect(credential).toMatchObject({ rpId: new URL(page.url()).hostname, isResidentCredential: true })

  await page.goto('/preferences')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page).toHaveURL('/feed')
  expect((await callAs(page, getUser)).body.id).toBe(ada.id)

  await page.goto('/account')
  await expect(passkeys).toContainText('Last used')
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: "I've saved them" }).click()
  await page.getByRole('button', { name: 'Remove This laptop' }).click()
  await expect(page.getByText("You don't have a passkey yet.")).toBeVisible()

  await page.goto('/preferences')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByText("That passkey didn't work").first()).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await logIn(page, ada.username, ada.password)
  await expect(page).toHaveURL('/feed')
})

test('an unrecognised finger does not sign in', async ({ browser }) => {
  const ada = await registeredUser(browser, 'Ada')
  const authenticator = await addAuthenticator(ada.page)
  await addPasskey(ada, 'This laptop')
  await ada.page.goto('/preferences')
  await ada.page.getByRole('button', { name: 'Log Out' }).click()
  await authenticator.setVerified(false)
  const button = ada.page.getByRole('button', { name: 'Use a passkey instead' })
  await button.click()
  await expect(button).toBeEnabled()
  expect((await callAs(ada.page, getUser)).status).toBe(401)
})

test('the other devices learn of a new device, and can sign it out from the notice', async ({ browser }) => {
  const ada = await registeredUser(browser, 'Ada')
  await ada.page.goto('/feed')
  const bell = ada.page.getByRole('button', { name: /Notifications/ })
  await expect(bell).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  await logIn(stranger, ada.username, ada.password)
  await expect(stranger).toHaveURL('/feed')

  await expect(bell).toContainText('1 about your account')
  await bell.click()
  await ada.page.getByRole('button', { name: /New login/ }).click()
  await expect(ada.page).toHaveURL('/account')
  await ada.page.getByRole('button', { name: /^Log out (?!all)/ }).click()
  await expect(stranger).toHaveURL('/auth')
})

test('passkeys and the notice of a new device are accessible', async ({ browser }) => {
  const options = { viewport: PHONE, reducedMotion: 'reduce' } as const
  const ada = await registeredUser(browser, 'Ada', options)
  const { page } = ada
  await addAuthenticator(page)
  await addPasskey(ada, 'The password manager on my old laptop')
  await page.getByRole('list', { name: 'Your passkeys' }).scrollIntoViewIfNeeded()
  await lookAtSizes(page, 'passkeys-list', 'phone', 'narrow')
  const elsewhere = await (await browser.newContext()).newPage()
  await logIn(elsewhere, ada.username, ada.password)
  await expect(elsewhere).toHaveURL('/feed')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible()
  await lookAtSizes(page, 'passkeys-add', 'phone', 'narrow')
  await page.keyboard.press('Escape')
  await expectNoLayerEntry(page)

  await page.goto('/feed')
  const bell = page.getByRole('button', { name: /Notifications/ })
  await expect(bell).toContainText('2 about your account')
  await bell.click()
  await expect(page.getByText(/New login/)).toBeVisible()
  await expect(page.getByText(/Passkey added/)).toBeVisible()
  await lookAtSizes(page, 'passkeys-notice', 'phone', 'narrow')
  await page.keyboard.press('Escape')

  const anonymous = await (await browser.newContext(options)).newPage()
  await anonymous.goto('/auth')
  await expect(anonymous.getByRole('button', { name: 'Use a passkey instead' })).toBeVisible()
  await lookAtSizes(anonymous, 'passkeys-login', 'phone', 'narrow')
})
