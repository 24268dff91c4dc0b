import { type Browser, expect, type Page } from '@playwright/test'
import { updateUser } from '@zing/proto/http/auth'
import { setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { callAs } from '../../support/api.ts'
import { expectAccessible } from '../../support/axe.ts'
import { expectToFit } from '../../support/fit.ts'
import { expectNoLayerEntry } from '../../support/layers.ts'
import { test } from '../../support/test.ts'
import {
  cardOf,
  fillDetails,
  newUser,
  registeredUser,
  takeSelfie,
  type UnseenUser,
  unseenUser,
} from '../../support/users.ts'

// Places of members: chosen at the sign-up, shown on cards, asked for in the feed, replaced by a trip.

const BONN = '2946447'
const LISBON = '2267057'
const NARROW = { width: 320, height: 640 }

async function memberIn(browser: Browser, name: string, placeId: string): Promise<UnseenUser> {
  const user = await unseenUser(browser, name)
  const { status } = await callAs(user.context, updateUser, { body: { placeId } })
  expect(status).toBe(200)
  return user
}

/** Types into the field, and chooses by the keyboard. */
async function choose(page: Page, field: string, text: string, place: RegExp): Promise<void> {
  const box = page.getByRole('combobox', { name: field })
  await box.pressSequentially(text)
  await expect(page.getByRole('option', { name: place }).first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
}

test('a town is chosen at the sign-up, and the card says who is near (10.client.place.sign-up)', async ({
  browser,
}) => {
  const ben = await memberIn(browser, 'Ben', BONN)
  const ada = await newUser(browser, 'Ada')
  const { page } = ada
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(page, ada)
  await choose(page, 'Your place', 'koeln', /^Köln/)
  await expect(page.getByRole('group', { name: 'Your place' })).toContainText('Köln')
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/feed')
  await callAs(page, setDiscoveryPreferences, { body: NO_PREFERENCES })
  const card = await cardOf(page, ben.name)
  await expect(card).toContainText('Bonn · Within 25 km')
})

test('a distance leaves out who is further, and a trip replaces the place (10.client.place.preferences)', async ({
  browser,
}) => {
  const [near, far] = [await memberIn(browser, 'Ben', BONN), await memberIn(browser, 'Cleo', LISBON)]
  const ada = await registeredUser(browser, 'Ada', { viewport: NARROW, reducedMotion: 'reduce' })
  const { page } = ada
  await page.goto('/edit-profile')
  const place = page.getByRole('region', { name: 'Place' })
  await place.getByRole('button', { name: 'Choose a place' }).click()
  await choose(page, 'Where are you?', 'Köln', /^Köln/)
  await expectToFit(page, 'place')
  await expectAccessible(page, 'place')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(place).toContainText('Köln')

  await expectNoLayerEntry(page)
  await page.goto('/discovery')
  await page.getByLabel('50 km', { exact: true }).check()
  await expectToFit(page, 'preferences')
  await expectAccessible(page, 'preferences')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/feed')
  const names = () => feedNames(page)
  await expect.poll(names).toContain(near.name)
  expect(await names()).not.toContain(far.name)

  await page.goto('/edit-profile')
  await place.getByRole('button', { name: 'Start a trip' }).click()
  await page.getByRole('combobox', { name: 'Where are you going?' }).pressSequentially('Lisbon')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectAccessible(page, 'trip')
  await page.getByRole('option', { name: /Portugal\s*Town$/ }).click() // the region has the same name
  await page.getByRole('dialog').getByRole('button', { name: 'Start the trip' }).click()
  await expect(place).toContainText('Visiting Lisbon')
  await expectToFit(page, 'trip')
  await expect.poll(names).toContain(far.name) // the distance rests meanwhile

  await place.getByRole('button', { name: 'End the trip' }).click()
  await expect(place).not.toContainText('Visiting')
  await expect.poll(names).not.toContain(far.name)
})

async function feedNames(page: Page): Promise<string[]> {
  const response = await page.request.get('/api/users?scope=discover&limit=50')
  const people: { name: string }[] = await response.json()
  return people.map(({ name }) => name)
}
