import { request as send } from 'node:http'
import { expect } from '@playwright/test'
import { clientRoutes } from '@zing/proto/client-routes'
import { pathOf } from '@zing/proto/endpoint'
import { registerUser } from '@zing/proto/http/auth'
import { getRegistration } from '@zing/proto/http/door'
import { setUp } from '@zing/proto/http/staff/setup'
import { callAs } from '../../support/api.ts'
import { lookInBoth, PHONE } from '../../support/screenshot.ts'
import { startProduct } from '../../support/start-product.ts'
import { test } from '../../support/test.ts'

const START_MS = 5 * 60 * 1_000
/** Admin looks at the door every 10 s. */
const FALLBACK = { timeout: 60_000 }
/** An address counts for ten sign-ups of an hour, and fifty are too many for a new community. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const SIGN_UPS_EACH = 10
const PERSON = { name: 'Newcomer', age: 30, gender: 'female', orientation: 'bisexual', password: 'correct horse' }

test('many sign-ups turn an open door to approval, which says why and is undone in a tap (10.community.fallback)', async ({
  browser,
}) => {
  test.skip(process.platform !== 'linux', 'other systems have one loopback address')
  test.setTimeout(START_MS)
  const product = await startProduct()
  try {
    const { origin, hash } = new URL(product.setupLink)
    const context = await browser.newContext({ baseURL: origin, viewport: PHONE, reducedMotion: 'reduce' })
    const account = { ...PERSON, name: 'Ada Lovelace', username: 'keeper' }
    const created = await callAs(context, setUp, { body: { token: hash.slice(1), name: 'Harbour', account } })
    expect(created.status, JSON.stringify(created.body)).toBe(201)

    const page = await context.newPage()
    await page.goto(clientRoutes.profile)
    await expect(page.getByText('Ada Lovelace').first()).toBeVisible()
    await Promise.all(ADDRESSES.map((address) => signUpFrom(origin, address)))
    await expect.poll(async () => (await callAs(context, getRegistration)).body.mode, FALLBACK).toBe('approval')

    await page.reload()
    const banner = page.getByRole('status').getByRole('link', { name: /New people now need approval/ })
    await expect(banner).toContainText('far more people than usual were signing up')
    await lookInBoth(page, 'fallback')
    await banner.click()
    await expect(page.getByText(/turned to approval by itself, since far more people/)).toBeVisible()
    await page.getByRole('button', { name: 'Open the door again' }).click()
    await expect(page.getByText('The door is open again')).toBeVisible()
    await expect(page.getByText('New people now need approval')).toHaveCount(0)
    await expect.poll(async () => (await callAs(context, getRegistration)).body.mode).toBe('open')
  } finally {
    await product.stop()
  }
})

async function signUpFrom(origin: string, address: string): Promise<void> {
  for (let one = 0; one < SIGN_UPS_EACH; one += 1) {
    const username = `newcomer${address.at(-1)}x${one}`
    expect(await post(origin, address, { ...PERSON, username })).toBe(registerUser.status)
  }
}

/** Sends a sign-up from another address of this machine, which no browser can choose. */
function post(origin: string, localAddress: string, body: object): Promise<number | undefined> {
  const { port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const options = {
      ...{ host: '127.0.0.1', port, localAddress, path: pathOf(registerUser), method: registerUser.method },
      headers: { 'content-type': 'application/json', host: new URL(origin).host },
    }
    const sent = send(options, (response) => response.resume().once('end', () => resolve(response.statusCode)))
    sent.once('error', reject).end(JSON.stringify(body))
  })
}
