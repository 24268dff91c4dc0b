import { randomBytes } from 'node:crypto'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { registerUser } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from './api.ts'

/** Someone with a browser of their own. */
export interface Person {
  name: string
  username: string
  password: string
  context: BrowserContext
  page: Page
}

export interface Member extends Person {
  id: number
}

/** Opens a separate browser context, as a second phone would be. Nobody else in this run has their name. */
export async function arrive(
  browser: Browser,
  firstName: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext(options)
  const unique = randomBytes(5).toString('hex')
  const surname = [...unique].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')
  return {
    name: `${firstName} ${surname}`,
    username: `${firstName.split(' ')[0]?.toLowerCase()}.${unique}`,
    password: 'correct horse',
    context,
    page: await context.newPage(),
  }
}

/** Somebody who has an account already; past the sign-up screens. */
export async function member(
  browser: Browser,
  firstName: string,
  options: BrowserContextOptions = {},
): Promise<Member> {
  const person = await arrive(browser, firstName, options)
  const { name, username, password } = person
  const body = { name, username, password, age: 30, gender: 'female', orientation: 'bisexual' }
  const answer = await callAs(person.page, registerUser, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { ...person, id: answer.body.id }
}

export async function match(one: Member, other: Member): Promise<void> {
  await callAs(one.page, likeUser, { body: { likedId: other.id } })
  const { body } = await callAs(other.page, likeUser, { body: { likedId: one.id } })
  expect(body.isMatch).toBe(true)
}

export async function say({ page }: Person, text: string): Promise<void> {
  await page.getByPlaceholder('Type a message').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** From the landing screen to the feed, with a selfie from the fake camera. */
export async function signUp({ page, ...person }: Person): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: /Get started|Find matches now/ }).click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(page, person)
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/feed')
}

export async function fillDetails(page: Page, person: Pick<Person, 'name' | 'username' | 'password'>): Promise<void> {
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Sexual Orientation').selectOption('bisexual')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
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

/** The feed card of somebody, once they are there; the feed is read again until then. */
export async function cardOf(page: Page, name: string) {
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(async () => {
    if (!(await card.first().isVisible())) await page.getByRole('button', { name: /refresh/i }).click()
    await expect(card.first()).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  return card.first()
}
