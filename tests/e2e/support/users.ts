import { randomBytes } from 'node:crypto'
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { registerUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { passUser } from '@zing/proto/http/discovery'
import { getRegistration } from '@zing/proto/http/door'
import { likeUser, listNotifications, listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_MAX } from '@zing/proto/limits'
import { callAs } from './api.ts'
import { withProof } from './with-proof.ts'

/** A user with their own browser context. */
export interface TestUser {
  name: string
  username: string
  password: string
  context: BrowserContext
  page: Page
}

export interface RegisteredUser extends TestUser {
  id: number
}

/** A user without an open page, which would cost half a second of processor time. */
export type UnseenUser = Omit<RegisteredUser, 'page'>

/** Opens a page for a user with a unique name and no account yet. */
export async function newUser(
  browser: Browser,
  firstName: string,
  options: BrowserContextOptions = {},
): Promise<TestUser> {
  const user = await newPerson(browser, firstName, options)
  return { ...user, page: await user.context.newPage() }
}

async function newPerson(
  browser: Browser,
  firstName: string,
  options: BrowserContextOptions,
): Promise<Omit<TestUser, 'page'>> {
  const context = await browser.newContext(options)
  await context.addInitScript(() => {
    // the offer of notifications would cover controls of the journey, and Back would close it first
    if (location.protocol.startsWith('http') && localStorage.getItem('zing.push') === null)
      localStorage.setItem('zing.push', '0')
  })
  const unique = randomBytes(5).toString('hex')
  const surname = [...unique].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')
  return {
    name: `${firstName}-${surname}`,
    username: `${firstName.split(/[ -]/)[0]?.toLowerCase()}.${unique}`,
    password: 'correct horse',
    context,
  }
}

/** Registers a user over the API, bypassing the sign-up screens. */
export async function registeredUser(
  browser: Browser,
  firstName: string,
  options: BrowserContextOptions = {},
): Promise<RegisteredUser> {
  const user = await unseenUser(browser, firstName, options)
  return { ...user, page: await user.context.newPage() }
}

/** Registers a user without a page. */
export async function unseenUser(
  browser: Browser,
  firstName: string,
  options: BrowserContextOptions = {},
): Promise<UnseenUser> {
  const user = await newPerson(browser, firstName, options)
  const { name, username, password } = user
  const { terms } = (await callAs(user.context, getCommunity)).body
  const accepted = { acceptedTerms: terms.version }
  const body = { name, username, password, age: 30, gender: 'female', orientation: 'bisexual', ...accepted }
  const result = await withProof(
    (proof) => callAs(user.context, registerUser, { body: { ...body, ...proof } }),
    () => callAs(user.context, getRegistration),
  )
  expect(result.status, JSON.stringify(result.body)).toBe(201)
  const { id } = result.body
  await user.context.addInitScript((userId) => {
    // the question of whom to show would take room from the cards
    if (location.protocol.startsWith('http')) localStorage.setItem('zing.show-me', `${userId}`)
  }, id)
  return { ...user, id }
}

/** Makes a match, and waits for both announcements: a late one would open over what a journey does. */
export async function match(one: UnseenUser, other: UnseenUser): Promise<void> {
  await callAs(one.context, likeUser, { body: { likedId: other.id } })
  const { body } = await callAs(other.context, likeUser, { body: { likedId: one.id } })
  expect(body.isMatch).toBe(true)
  for (const { context } of [one, other])
    await expect
      .poll(async () => (await callAs(context, listNotifications)).body.map(({ type }) => type))
      .toContain('MATCH')
}

export async function writeMessage({ page }: TestUser, text: string): Promise<void> {
  await page.getByPlaceholder('Type a message').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Creates no database. Null while the browser clears its storage. */
export function storedKeys(page: Page, database: string, store: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    setTimeout(() => resolve(null), 2_000)
    const request = indexedDB.open('${database}')
    request.onupgradeneeded = () => request.transaction.abort()
    request.onerror = () => resolve([])
    request.onsuccess = () => {
      const keys = request.result.transaction('${store}').objectStore('${store}').getAllKeys()
      keys.onsuccess = () => resolve(keys.result.map(String))
      request.result.close()
    }
  })`)
}

/** Closes a tab once the device keeps this many unsent messages, which the screen shows a little earlier. */
export async function closeTab(page: Page, unsent: number): Promise<void> {
  await expect.poll(() => storedKeys(page, 'zing', 'outbox')).toHaveLength(unsent)
  await page.close()
}

/** Waits for the list of conversations. Its links lead to chats; the feed and an open chat link to people by name. */
export async function openChat(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Messages/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Conversations' })).toBeAttached()
  const link = page.getByRole('link', { name: new RegExp(`^${name}`) })
  await link.and(page.locator('[href^="/chat/"]')).click()
}

/** Signs up with a selfie from the camera or, without a camera, with a photo from a file. */
export async function signUp({ page, ...user }: TestUser, photo?: Buffer): Promise<void> {
  if (photo) await page.addInitScript(removeCamera)
  await page.goto('/')
  await page.getByRole('link', { name: /Get started|Find matches now/ }).click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(page, user)
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  if (photo)
    await page.getByLabel('Photo file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
  else await takeSelfie(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/feed')
}

/** Runs in the page. */
function removeCamera(): void {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
}

export async function fillDetails(page: Page, user: Pick<TestUser, 'name' | 'username' | 'password'>): Promise<void> {
  await page.getByLabel('Full Name').fill(user.name)
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Sexual Orientation').selectOption('bisexual')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
}

export async function takeSelfie(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Take a Selfie' })).toBeVisible()
  const shutter = page.getByRole('button', { name: /^Take (a )?(selfie|photo)$/i })
  await expect(shutter).toBeEnabled()
  await shutter.click()
  await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
}

export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Ids of all users in this user's feed, which grows as others register during a journey. */
export async function feedIdsOf(page: Page): Promise<number[]> {
  return (await feedOf(page)).map(({ id }) => id)
}

async function feedOf(page: Page): Promise<{ id: number; name: string }[]> {
  const all: { id: number; name: string }[] = []
  for (let url: string | undefined = `${listUsers.path}?scope=discover&limit=${FEED_PAGE_MAX}`; url; ) {
    const response: APIResponse = await page.request.get(url)
    const people: { id: number; name: string }[] = await response.json()
    all.push(...people)
    url = /<([^>]+)>; rel="next"/.exec(response.headers().link ?? '')?.[1]
  }
  return all
}

/** Brings this user's card to the top of the feed: passes the users before it, and refreshes. */
export async function cardOf(page: Page, name: string): Promise<Locator> {
  const card = page.getByRole('article', { name: new RegExp(`^${name},`) }).first()
  const refresh = page.getByRole('button', { name: 'Refresh feed' })
  await expect(async () => {
    if (!(await card.isVisible())) {
      const feed = await feedOf(page)
      const place = feed.findIndex((one) => one.name === name)
      const before = feed.slice(0, Math.max(0, place))
      await Promise.all(before.map(({ id }) => callAs(page, passUser, { body: { userId: id } })))
      await refresh.click() // an empty feed has another button
      await expect(refresh).toBeEnabled() // once it has ended, nobody takes the place of the card
    }
    await expect(card).toBeVisible({ timeout: 5_000 })
  }).toPass()
  return card
}
