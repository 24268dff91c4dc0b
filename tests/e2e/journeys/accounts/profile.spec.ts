import { expect, type Locator } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { getProfile } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { inspectPhoto, rotatedPhoto } from '../../support/pictures.ts'
import { test } from '../../support/test.ts'
import { registeredUser, unseenUser } from '../../support/users.ts'

test('a user edits their profile, and others see the changes (2.profile.4)', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { page } = ada
  await page.goto('/preferences')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL('/edit-profile')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).not.toBeInViewport()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await expect(save).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Age').fill('120')
  await page.getByLabel('About you').focus()
  await expect.poll(async () => bottomOf(page.getByLabel('About you'))).toBeLessThan(await topOf(save))
  await page.getByLabel('Gender').selectOption('non-binary')
  await page.getByLabel('Orientation').selectOption('pansexual')
  await save.click()

  await expect(page).toHaveURL('/preferences')
  await expect(page.getByText('Your profile has been successfully updated.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  await expect(page.getByText('120 · non-binary')).toBeVisible()
  const seenByBen = () => callAs(ben.context, getProfile, { params: { id: ada.id } }).then(({ body }) => body)
  await expect.poll(seenByBen).toMatchObject({ name: 'Ada', age: 120, gender: 'non-binary', orientation: 'pansexual' })
})

test('unsaved changes of the profile survive a reload', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Ada')
  await page.goto('/edit-profile')
  await page.getByLabel(/^About/).fill('Half a sentence')
  await page.reload()
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
  await expect(page.getByLabel(/^About/)).toHaveValue('Half a sentence')
})

test('a user takes a new photo with the camera, and it is shown at once, as a live selfie (1.13, 6.user)', async ({
  browser,
}) => {
  const { page } = await registeredUser(browser, 'Cleo')
  await page.goto('/preferences')
  await page.getByRole('link', { name: 'Update Profile Photo' }).click()
  await page.getByRole('button', { name: 'Initialize Camera' }).click()
  const shutter = page.getByRole('button', { name: 'Take photo' })
  await expect(shutter).toBeEnabled()
  await shutter.click()
  await page.getByRole('button', { name: 'Retake' }).click()
  await expect(shutter).toBeEnabled()
  await shutter.click()
  await page.getByRole('button', { name: 'Use Photo' }).click()

  await expect(page).toHaveURL('/preferences')
  const photo = page.getByRole('region', { name: 'You' }).getByRole('img')
  await expect(photo).toHaveAttribute('src', /^\/api\/selfies\/\d+\/\d+$/)
  await expect(page.getByText('Live selfie')).toBeVisible()
  const { body: user } = await callAs(page, getUser)
  const shown = await inspectPhoto(page, user.selfie ?? '')
  expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(1080)
  expect(shown.width / shown.height).toBeCloseTo(4 / 5, 1)
})

test('without a camera a user uploads a photo: resized, upright and without metadata', async ({ browser }) => {
  const dana = await registeredUser(browser, 'Dana', { permissions: [] })
  const { page } = dana
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
  })
  await page.goto('/camera')
  await page.getByRole('button', { name: 'Initialize Camera' }).click()
  await expect(page.getByRole('alert')).toHaveText("No camera found. Please check your device's camera.")
  const buffer = await rotatedPhoto(page)
  await page.getByLabel('Photo file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const preview = (await page.getByRole('img', { name: 'Your selfie' }).getAttribute('src')) ?? ''
  expect(await inspectPhoto(page, preview)).toEqual({ width: 540, height: 1080, top: 'red', bottom: 'blue' })
  const sending = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Use Photo' }).click()

  const headers = await (await sending).allHeaders()
  const length = Buffer.from(preview.split(',')[1] ?? '', 'base64').length
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(length) })
  await expect(page).toHaveURL('/feed')
  const { body: user } = await callAs(page, getUser)
  expect(await inspectPhoto(page, user.selfie ?? '')).toEqual({ width: 540, height: 1080, top: 'red', bottom: 'blue' })
})

test('skipping the photo opens the feed, and the iOS app uses the photo library, not the camera (2.camera.9)', async ({
  browser,
}) => {
  const { page, context } = await registeredUser(browser, 'Eve', {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: true })
  })
  await page.goto('/camera')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose Photo' }).click()
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await rotatedPhoto(page, 200, 100) })
  await expect(page.getByRole('button', { name: 'Use Photo' })).toBeVisible()

  const other = await context.newPage()
  await other.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await other.goto('/camera')
  await other.getByRole('button', { name: 'Initialize Camera' }).click()
  await expect(other.getByRole('button', { name: 'Upload Photo' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Try Again with Camera' })).toHaveCount(0)
  await other.getByRole('link', { name: 'Skip for now' }).click()
  await expect(other).toHaveURL('/feed')
})

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN
}

async function bottomOf(element: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {}
  return y + height
}
