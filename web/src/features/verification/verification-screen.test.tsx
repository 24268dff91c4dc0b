import { act, screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { getClientConfig } from '@zing/proto/http/client-config'
import { likeUser, listNotifications, listUsers } from '@zing/proto/http/social'
import { addFrame, startVerification, withdrawVerification } from '@zing/proto/http/verification'
import type { User } from '@zing/proto/profiles/users'
import { expect, test, vi } from 'vitest'
import { POSE_COUNTDOWN_S } from '../../lib/limits.ts'
import { stubCamera } from '../../test/camera.ts'
import { freezeClock } from '../../test/clock.ts'
import { ada, clientConfig, profile, renderAt, setupApi } from '../../test/render-at.tsx'

const BEGUN = { id: 5, poses: ['look-up' as const, 'smile' as const], expiresAt: '2999-01-01T00:00:00.000Z' }
const photos = [{ id: '1', path: '/api/selfies/1/1' }]

function verifyingApi(more: Partial<User> = {}, verification: 'offered' | 'required' = 'offered') {
  const api = setupApi()
  api.respond(getClientConfig, { ...clientConfig, verification })
  api.respond(getUser, { ...ada, photos, ...more })
  api.respond(startVerification, BEGUN)
  return api
}

async function agree(api = verifyingApi()) {
  const camera = stubCamera()
  const view = renderAt('/verification')
  await view.user.click(await screen.findByRole('button', { name: 'I agree, open the camera' }))
  return { api, camera, ...view }
}

async function shoot(user: Awaited<ReturnType<typeof agree>>['user'], camera: ReturnType<typeof stubCamera>) {
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
}

test('where the community does not verify, there is no way to it', async () => {
  setupApi()
  const { user } = renderAt('/preferences')
  expect(await screen.findByRole('link', { name: 'Edit Profile' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Get verified' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Feed' }))
  window.history.pushState(null, '', '/verification')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(await screen.findByText("This isn't available here")).toBeInTheDocument()
})

test('before the consent no camera opens and nothing is sent', async () => {
  const api = verifyingApi()
  const camera = stubCamera()
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Get verified' }))
  expect(await screen.findByText(/after 24 hours at the latest/)).toBeInTheDocument()
  expect(screen.getByText(/biometric data/)).toBeInTheDocument()
  expect(camera.constraints()).toEqual([])
  expect(api.calls(startVerification)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'I agree, open the camera' }))
  expect(await screen.findByLabelText('Camera preview')).toBeInTheDocument()
  expect(api.calls(startVerification)).toEqual([{ consent: true }])
})

test('a pose at a time is taken, sent and handed to a moderator', async () => {
  const { api, camera, user } = await agree()
  expect(await screen.findByRole('heading', { name: 'Look up' })).toHaveFocus()
  await shoot(user, camera)
  await user.click(await screen.findByRole('button', { name: 'Retake' }))
  await shoot(user, camera)
  api.respond(addFrame, { missing: ['smile'] })
  await user.click(await screen.findByRole('button', { name: 'Send this picture' }))
  expect(await screen.findByRole('heading', { name: 'Smile so that your teeth show' })).toHaveFocus()
  expect(screen.getByText('Pose 2 of 2')).toBeInTheDocument()
  await shoot(user, camera)
  api.respond(addFrame, { missing: [] })
  await user.click(await screen.findByRole('button', { name: 'Send this picture' }))
  expect((await screen.findAllByText('A moderator will look at this'))[0]).toBeInTheDocument()
  expect(api.calls(addFrame)).toEqual([expect.any(Blob), expect.any(Blob)])
  expect(
    vi
      .mocked(fetch)
      .mock.calls.map(([url]) => String(url))
      .filter((url) => url.includes('frames')),
  ).toEqual(['/api/verification/5/frames?pose=look-up', '/api/verification/5/frames?pose=smile'])
})

test('when the countdown ends, the picture is taken by itself', async () => {
  const { camera } = await agree()
  await screen.findByRole('heading', { name: 'Look up' })
  const clock = freezeClock()
  const started = camera.start()
  await clock.advance(0)
  await started
  for (let second = 0; second < POSE_COUNTDOWN_S; second += 1) await clock.advance(1_000)
  expect(screen.getByRole('button', { name: 'Send this picture' })).toBeInTheDocument()
})

test('a picture that was not sent is kept for another try', async () => {
  const { api, camera, user } = await agree()
  await shoot(user, camera)
  api.reject(addFrame, 400, 'This file cannot be read')
  await user.click(await screen.findByRole('button', { name: 'Send this picture' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This file cannot be read')
  api.respond(addFrame, { missing: ['smile'] })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Pose 2 of 2')).toBeInTheDocument()
})

test('when the time is over, the member starts again', async () => {
  const { api, camera, user } = await agree()
  await shoot(user, camera)
  api.reject(addFrame, 404, { message: 'Please start again', code: 'VERIFICATION_GONE' })
  await user.click(await screen.findByRole('button', { name: 'Send this picture' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('That took too long. Please start again.')
  expect(screen.getByRole('button', { name: 'I agree, open the camera' })).toBeInTheDocument()
})

test('without a camera the screen says what helps', async () => {
  const api = verifyingApi()
  const camera = stubCamera()
  camera.fail('NotAllowedError')
  const { user } = renderAt('/verification')
  await user.click(await screen.findByRole('button', { name: 'I agree, open the camera' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Camera access denied')
  expect(screen.getByText(/Log in on another device with a camera/)).toBeInTheDocument()
  camera.recover()
  await user.click(screen.getByRole('button', { name: 'Try Again with Camera' }))
  expect(await screen.findByLabelText('Camera preview')).toBeInTheDocument()
  expect(api.calls(addFrame)).toEqual([])
})

test('a member without a photo is led to the camera first', async () => {
  verifyingApi({ photos: [] })
  renderAt('/verification')
  expect(await screen.findByText(/You need a main photo first/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Take a selfie' })).toHaveAttribute('href', '/camera')
})

test('a third try on one day is refused in words', async () => {
  const api = verifyingApi()
  const text = 'You have tried three times today. Please try again tomorrow.'
  api.reject(startVerification, 429, { message: text, code: 'TOO_MANY_VERIFICATIONS' })
  const { user } = renderAt('/verification')
  await user.click(await screen.findByRole('button', { name: 'I agree, open the camera' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test('a refusal shows its reason and the words, and can be followed by another try', async () => {
  verifyingApi({ verification: { state: 'refused', reason: 'unclear', text: 'Try it by a window.' } })
  const { user } = renderAt('/verification')
  expect(await screen.findByText("You're not verified yet")).toBeInTheDocument()
  expect(screen.getByText('The pictures are too dark or too blurred to compare.')).toBeInTheDocument()
  expect(screen.getByText('Try it by a window.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(screen.getByRole('button', { name: 'I agree, open the camera' })).toBeInTheDocument()
})

test('a new first photo asks for another verification', async () => {
  verifyingApi({ verification: { state: 'outdated' } })
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Verification: your first photo is new' }))
  expect(await screen.findByText('Your first photo is new. Verify again?')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Verify again' })).toBeInTheDocument()
})

test('a verified member sees the badge and withdraws it', async () => {
  const api = verifyingApi({ verified: true, verification: { state: 'verified' } })
  api.respond(withdrawVerification, undefined)
  const createdAt = new Date().toISOString()
  const told = { type: 'VERIFICATION', createdAt, readAt: createdAt } as const
  api.respond(listNotifications, [
    { ...told, id: 2, payload: { verified: true } },
    { ...told, id: 1, payload: { verified: false } },
  ])
  const { user } = renderAt('/preferences')
  const you = within(await screen.findByRole('region', { name: 'You' }))
  expect(you.getByRole('button', { name: 'Verified' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Notifications/ }))
  await user.click(await screen.findByRole('button', { name: /^You've been verified/ }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw my consent' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw your consent?' }))
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByRole('button', { name: 'I agree, open the camera' })).toBeInTheDocument()
  expect(api.calls(withdrawVerification)).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Back to profile' }))
  expect(await screen.findByRole('link', { name: 'Get verified' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Verified' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Notifications/ }))
  expect(await screen.findByText("You weren't verified")).toBeInTheDocument()
  expect(screen.queryByText("You've been verified")).not.toBeInTheDocument()
})

test('a like that needs the verification leads to it, and the card comes back', async () => {
  const api = verifyingApi({}, 'required')
  api.respond(listUsers, [profile(2, 'Ben')])
  api.reject(likeUser, 403, { message: 'Please get verified first', code: 'VERIFICATION_NEEDED' })
  const { user, path } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Like Ben' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Please get verified first' }))
  await user.click(dialog.getByRole('button', { name: 'Get verified' }))
  await waitFor(() => expect(path()).toBe('/verification'))
  expect(await screen.findByRole('button', { name: 'I agree, open the camera' })).toBeInTheDocument()
})
