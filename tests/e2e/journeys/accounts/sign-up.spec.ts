import { chromium, expect } from '@playwright/test'
import { errors } from '@zing/proto/errors'
import { test } from '../../support/test.ts'
import { fillDetails, logIn, newUser, registeredUser, signUp, takeSelfie } from '../../support/users.ts'

test('a reload during sign-up keeps the entered details, but not the password (2.auth.16)', async ({ browser }) => {
  const dana = await newUser(browser, 'Dana')
  await dana.page.goto('/auth')
  await dana.page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(dana.page, dana)
  await dana.page.reload()

  await expect(dana.page.getByLabel('Full Name')).toHaveValue(dana.name)
  await expect(dana.page.getByLabel('Username')).toHaveValue(dana.username)
  await expect(dana.page.getByLabel('Password', { exact: true })).toHaveValue('')

  await dana.page.getByLabel('Password', { exact: true }).fill('password123')
  await dana.page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await expect(dana.page.getByText(errors.commonPassword.message)).toBeVisible() // shown before the photo step
  await dana.page.getByLabel('Password', { exact: true }).fill(dana.password)
  await dana.page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(dana.page)
  await dana.page.getByRole('button', { name: 'Back' }).click()
  await expect(dana.page.getByLabel('Full Name')).toHaveValue(dana.name)
  await dana.page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await expect(dana.page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
  await dana.page.getByRole('button', { name: 'Create Account' }).click()
  await expect(dana.page).toHaveURL('/feed')

  await dana.page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await dana.page.getByRole('link', { name: 'Save recovery codes' }).click()
  const create = dana.page.getByRole('button', { name: 'Create recovery codes' })
  await expect(create).toBeFocused()
  await create.press('Enter')
  const codes = dana.page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: "I've saved them" }).click()
  await expect(codes).toBeHidden()
})

test('each section of step 1 fits 360x640 without scrolling, also with errors (10.client.sign-up.1)', async ({
  browser,
}) => {
  const { page, name } = await newUser(browser, 'Dana', { viewport: { width: 360, height: 640 } })
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const sections = page.getByRole('group')
  await expect(sections).toHaveCount(4)
  const expectToFit = async (index: number) => {
    await expect(sections.nth(index)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  }
  await expectToFit(0)
  await sections.first().getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expectToFit(0)
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Full Name').press('Enter')
  await expectToFit(1)
  await sections.nth(1).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Gender is required')).toBeVisible()
  await expectToFit(1)
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Sexual Orientation').selectOption('bisexual')
  await sections.nth(1).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Your place')).toBeFocused()
  await expectToFit(2)
  await page.getByLabel('Your place').fill('nowhere at all')
  await sections.nth(2).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please choose a place from the list, or empty the field.')).toBeVisible()
  await expectToFit(2)
  await page.getByLabel('Your place').fill('')
  await sections.nth(2).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectToFit(3)
  await page.goBack()
  await expectToFit(2)
})

test('on the smallest phone the last sign-up step, and the first card with its question, fit (10.client.preferences.2)', async ({
  browser,
}) => {
  await registeredUser(browser, 'Ben') // has the first card
  const dana = await newUser(browser, 'Dana', { viewport: { width: 320, height: 568 } })
  const { page } = dana
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(page, dana)
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(page)
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.scrollIntoViewIfNeeded()
  await expect(create).toBeInViewport({ ratio: 1 })
  await create.click()

  const card = page.getByRole('article').first()
  await expect(page.getByRole('region', { name: 'Show me' })).toBeInViewport({ ratio: 1 })
  await expect(card).toBeInViewport({ ratio: 1 })
  await expect(card.getByRole('button', { name: /^Like / })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('dialog')).toBeHidden()
  const boxes = await Promise.all(['Women', 'Everyone'].map((text) => page.getByLabel(text).boundingBox()))
  expect(boxes[0]?.y, 'one row, which scrolls').toBe(boxes[1]?.y)

  await page.reload() // the question stays
  await page.getByLabel('Women').check()
  await page.getByLabel('Non-binary people').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Show me' })).toBeHidden()
  await page.goto('/discovery')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3) // others are among the non-binary people
})

test('a logout ends the session in every tab, a wrong password fails, and the right one logs in', async ({
  browser,
}) => {
  const eve = await newUser(browser, 'Eve')
  await signUp(eve)
  const otherTab = await eve.context.newPage()
  await otherTab.goto('/feed')
  await expect(otherTab.getByRole('navigation')).toBeVisible()

  await eve.page.goto('/preferences')
  await eve.page.getByRole('button', { name: 'Log Out' }).click()
  await expect(eve.page).toHaveURL('/auth')
  await expect(otherTab).not.toHaveURL('/feed')

  await logIn(eve.page, eve.username, 'wrong password')
  await expect(eve.page.getByText('Login failed').first()).toBeVisible()
  await eve.page.getByRole('tab', { name: 'Sign Up' }).click({ trial: true }) // the toast does not cover the tab
  await expect(eve.page.getByText('Invalid username or password').first()).toBeVisible()
  await expect(eve.page).toHaveURL('/auth')

  await logIn(eve.page, eve.username, eve.password)
  await expect(eve.page).toHaveURL('/feed')
  await expect(eve.page.getByText(`Welcome back, ${eve.name}!`).first()).toBeVisible()
})

test('a taken username is reported under its field (2.auth.10)', async ({ browser }) => {
  const first = await newUser(browser, 'Fay')
  await signUp(first)
  const second = await newUser(browser, 'Fay')
  await second.page.goto('/auth')
  await second.page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(second.page, { ...second, username: first.username.toUpperCase() })
  await second.page.getByRole('button', { name: 'Continue to Selfie' }).click()

  await expect(second.page.getByText('Username already exists').first()).toBeVisible()
  await expect(second.page.getByRole('heading', { name: 'Take a Selfie' })).not.toBeVisible()
})

test('a denied camera permission is explained, and the entered details are kept (2.auth.19)', async ({
  baseURL,
  launchOptions,
}) => {
  const args = (launchOptions.args ?? []).map((arg) =>
    arg === '--use-fake-ui-for-media-stream' ? '--use-fake-ui-for-media-stream=deny' : arg,
  )
  const denyingBrowser = await chromium.launch({ ...launchOptions, args })
  const page = await denyingBrowser.newPage({ ...(baseURL && { baseURL }) })
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(page, { name: 'Gus', username: `gus.${Date.now()}`, password: 'correct horse' })
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()

  await expect(
    page.getByText('Camera access denied. Please allow camera access in your browser settings.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Gus')
  await denyingBrowser.close()
})

test('anonymous users are redirected to the landing screen, and an unknown page shows 404 (2.routes.2)', async ({
  page,
}) => {
  for (const path of ['/feed', '/messages', '/preferences', '/chat/1']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await page.goto('/nowhere')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
})
