import path from 'node:path'
import type { Page } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { CLIENT_CONFIG_PATH } from '@zing/proto/paths'
import type { User } from '@zing/proto/profiles/users'
import { callAs } from '../api.ts'

const PICTURE = path.resolve(import.meta.dirname, '../../../../web/public/icons/icon-512.png')
const POSES = ['turn-left', 'two-fingers'] as const
const QUEUED = {
  id: 1,
  user: { id: 9, name: 'Tom', username: 'tom' },
  photo: '/api/moderation/verifications/1/pictures/photo',
  frames: POSES.map((pose, index) => ({ pose, path: `/api/moderation/verifications/1/pictures/${index}` })),
  signs: {
    poses: [
      { pose: 'turn-left', fits: 0.9 },
      { pose: 'two-fingers', fits: null },
    ],
    likeness: 0.5,
    oneFace: null,
  },
  attempt: 2,
}

/**
 * Stands in for the services, so that each state of a verification is there at once. Returns what shows the user in a
 * state; `undefined` is before the consent.
 */
export async function stubVerification(page: Page): Promise<(verification?: User['verification']) => Promise<void>> {
  const user = (await callAs(page, getUser)).body
  await offerVerification(page)
  const begun = { id: 5, poses: POSES, expiresAt: '2999-01-01T00:00:00.000Z' }
  await page.route('**/api/verification', (route) => route.fulfill({ status: 201, json: begun }))
  const photos = [{ id: '1', path: '/api/selfies/0/1' }]
  return async (verification) => {
    const json = { ...user, photos, ...(verification && { verified: verification.state === 'verified', verification }) }
    await page.route('**/api/user', (route) => route.fulfill({ json }))
  }
}

/** Stands in for a queue with one verification. */
export async function stubVerificationQueue(page: Page): Promise<void> {
  await offerVerification(page)
  await page.route(
    (url) => url.pathname === '/api/moderation/verifications',
    (route) => route.fulfill({ json: [{ ...QUEUED, sentAt: new Date().toISOString() }] }),
  )
  await page.route('**/pictures/*', (route) => route.fulfill({ path: PICTURE }))
}

async function offerVerification(page: Page): Promise<void> {
  await page.route(`**${CLIENT_CONFIG_PATH}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), verification: 'offered' } })
  })
}
