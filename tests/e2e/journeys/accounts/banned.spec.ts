import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { reportUser } from '@zing/proto/http/reports'
import { strFromU8, unzipSync } from 'fflate'
import { callAs } from '../../support/api.ts'
import { openCase, userWithRole } from '../../support/moderators.ts'
import { variedPhoto } from '../../support/pictures.ts'
import { lookInBoth, PHONE } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'
import { logIn, newUser, registeredUser, signUp } from '../../support/users.ts'

test('a ban, an appeal refused and explained at the login, and a new account with the old photo', async ({
  browser,
}) => {
  const options = { viewport: PHONE }
  const ada = await registeredUser(browser, 'Ada', options)
  const mia = await userWithRole(browser, 'Mia', 'moderator', options)
  const noa = await userWithRole(browser, 'Noa', 'moderator', options)
  const ben = await newUser(browser, 'Ben', options)
  const photo = await variedPhoto(ben.page)
  await signUp(ben, photo)
  const { id } = (await callAs(ben.page, getUser)).body

  await test.step('Mia bans Ben', async () => {
    expect((await callAs(ada.page, reportUser, { body: { userId: id, category: 'scam' } })).status).toBe(201)
    const { page } = mia
    await openCase(page, ben.name, 'report')
    await page.keyboard.press('c')
    await expect(page.getByText(/You have this case until/)).toBeVisible()
    await decide(page, 'Ban', 'He asks everybody for money')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, do it' }).click()
    await expect(page).toHaveURL('/moderation')
  })

  await test.step('at the login Ben reads why the account is closed, and appeals', async () => {
    const { page } = ben
    await expect(page).toHaveURL('/auth')
    await logIn(page, ben.username, ben.password)
    await expect(page.getByRole('heading', { name: 'Your account has been closed' })).toBeVisible()
    await expect(page.getByText('He asks everybody for money')).toBeVisible()
    await lookInBoth(page, 'banned')
    await page.getByLabel('Why is the decision wrong?').fill('I only asked Ada')
    await page.getByRole('button', { name: 'Send appeal' }).click()
    await expect(page.getByText('We have your appeal.')).toBeVisible()
  })

  await test.step('Noa refuses the appeal, and Ben reads her words at the next login', async () => {
    await openCase(noa.page, ben.name, 'appeal')
    await expect(noa.page.getByText('I only asked Ada')).toBeVisible()
    await noa.page.keyboard.press('c')
    await expect(noa.page.getByText(/You have this case until/)).toBeVisible()
    await decide(noa.page, 'Keep the decision', 'Ada was one of many')
    await expect(noa.page).toHaveURL('/moderation')

    const { page } = ben
    await expect(async () => {
      await logIn(page, ben.username, ben.password)
      await expect(page.getByRole('heading', { name: 'Your appeal was refused' })).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(page.getByText('Ada was one of many')).toBeVisible()
    await expect(page.getByText('For good', { exact: true })).toBeVisible() // no further appeal is possible
    await expect(page.getByRole('button', { name: 'Send appeal' })).toBeHidden()
    await lookInBoth(page, 'appeal-refused')
  })

  const ken = await newUser(browser, 'Ken', options)
  await test.step('Ken signs up with the photo of Ben and notices nothing', async () => {
    await signUp(ken, photo)
    await ken.page.getByRole('button', { name: 'Notifications' }).click()
    await expect(ken.page.getByText('No activity yet')).toBeVisible()
  })

  await test.step('the moderators are notified, compare the accounts, and find another person', async () => {
    const { page } = noa
    await openCase(page, ken.name, 'report')
    await expect(page.getByText('Possibly a banned member').first()).toBeVisible()
    await expect(page.getByText("A photo looks like one of a banned member's.")).toBeVisible()
    await lookInBoth(page, 'ban-match')
    const url = page.url()
    await page.getByRole('link', { name: "See the ban's case" }).click()
    await expect(page.getByRole('heading', { name: ben.name })).toBeVisible()
    await expect(page.getByText('Banned')).toBeVisible()
    await lookInBoth(page, 'ban-case')
    await page.goto(url)
    await page.getByRole('button', { name: 'Take this case' }).click()
    await page.getByRole('radio', { name: 'Dismiss' }).check()
    await page.getByLabel('Reason').selectOption('No rule was broken')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page).toHaveURL('/moderation')
    expect((await callAs(ken.page, getUser)).body.username).toBe(ken.username)
  })

  await test.step('Ben downloads his data from the notice, and deletes the account', async () => {
    const { page } = ben
    await logIn(page, ben.username, ben.password)
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a copy of your data' }).click()
    const files = unzipSync(await readFile(await (await downloaded).path()))
    expect(JSON.parse(strFromU8(files['auth/account.json'] ?? new Uint8Array()))).toMatchObject({ id })

    const deleteButton = page.getByRole('button', { name: 'Delete your account' })
    await deleteButton.scrollIntoViewIfNeeded()
    await lookInBoth(page, 'banned-data')
    await deleteButton.click()
    await expect(page.getByRole('alertdialog', { name: 'Delete your account?' })).toBeVisible()
    await lookInBoth(page, 'banned-delete')
    await page.getByRole('button', { name: 'Delete account', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Your account has been deleted.')).toBeVisible()
    await logIn(page, ben.username, ben.password)
    await expect(page.getByText('Invalid username or password').first()).toBeVisible()
  })

  await test.step('Liv signs up with the photo of Ben, and the moderators are still notified', async () => {
    const liv = await newUser(browser, 'Liv', options)
    await signUp(liv, photo)
    await openCase(noa.page, liv.name, 'report')
    await expect(noa.page.getByText("A photo looks like one of a banned member's.")).toBeVisible()
  })
})

async function decide(page: Page, action: string, words: string): Promise<void> {
  await page.getByRole('radio', { name: action }).check()
  await page.getByLabel('Message to the member (optional)').fill(words)
  await page.getByRole('button', { name: action }).click()
}
