import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { expect, test, vi } from 'vitest'
import { CAMERA_INIT_SPINNER_MS } from '../../lib/limits.ts'
import { SHOT, stubCamera } from '../../test/camera.ts'
import { freezeClock } from '../../test/clock.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const withPhoto = { ...ada, selfie: '/api/selfies/1/1' }
const file = new File(['original'], 'me.png', { type: 'image/png' })

/** Decodes every file, and scales none. */
function stubDecoding(): void {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(null))
}

async function openCamera() {
  const opened = renderAt('/camera')
  const button = await screen.findByRole('button', { name: 'Initialize Camera' })
  const { advance } = freezeClock()
  fireEvent.click(button)
  await advance(CAMERA_INIT_SPINNER_MS)
  vi.useRealTimers()
  return opened
}

test('the camera starts on request, takes a photo with a flash, and the photo can be retaken (2.camera.1, 2.camera.3, 2.camera.4, 2.camera.5, 4.camera.2)', async () => {
  setupApi()
  const camera = stubCamera()
  const { user } = renderAt('/camera')
  expect(await screen.findByRole('heading', { name: 'Take a Selfie' })).toBeInTheDocument()
  expect(screen.getByText('This will be your profile picture')).toBeInTheDocument()
  expect(camera.constraints()).toEqual([])

  await user.click(await screen.findByRole('button', { name: 'Initialize Camera' }))
  expect(screen.getByRole('button', { name: 'Initialize Camera' })).toBeDisabled()
  await camera.start()
  expect(camera.constraints()[0]).toEqual({
    video: {
      facingMode: 'user',
      width: { min: 320, ideal: 640 },
      height: { min: 240, ideal: 480 },
      aspectRatio: 4 / 3,
    },
  })

  expect(screen.getByLabelText('Camera preview')).toHaveStyle({ transform: 'scaleX(-1)' }) // a mirror

  fireEvent.click(screen.getByRole('button', { name: 'Take photo' }))
  expect(document.querySelector('.animate-flash')).not.toBeNull()
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
  expect(screen.getByRole('button', { name: 'Use Photo' })).toBeEnabled()
  expect(camera.track.stop).toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Retake' }))
  expect(await screen.findByLabelText('Camera preview')).toBeInTheDocument()
})

test('a spinner is shown for one second before the camera starts (2.camera.2)', async () => {
  setupApi()
  stubCamera()
  renderAt('/camera')
  const button = await screen.findByRole('button', { name: 'Initialize Camera' })
  const { advance } = freezeClock()
  fireEvent.click(button)
  expect(button.querySelector('.animate-spin')).not.toBeNull()
  await advance(CAMERA_INIT_SPINNER_MS - 1)
  expect(screen.queryByLabelText('Camera preview')).not.toBeInTheDocument()
  await advance(1)
  expect(screen.getByLabelText('Camera preview')).toBeInTheDocument()
})

test('the camera starts after 1 s, mirrored, without audio; a flash of 0.4 s precedes the photo (9.sign-up-camera.2, 9.sign-up-camera.4, 9.sign-up-camera.5, 9.selfie-camera)', async () => {
  setupApi()
  const camera = stubCamera()
  renderAt('/camera')
  const start = await screen.findByRole('button', { name: 'Initialize Camera' })
  const { advance } = freezeClock()
  fireEvent.click(start)
  await advance(999)
  expect(camera.constraints()).toEqual([])
  await advance(1)
  expect(camera.constraints()).toEqual([{ video: expect.anything() }])
  const preview = screen.getByLabelText('Camera preview')
  expect(preview).toHaveStyle({ transform: 'scaleX(-1)' })

  fireEvent.loadedData(preview)
  fireEvent.click(screen.getByRole('button', { name: 'Take photo' }))
  expect(HTMLCanvasElement.prototype.toDataURL).toHaveBeenCalledWith('image/jpeg', 0.8)
  await advance(399)
  expect(screen.queryByRole('img', { name: 'Your selfie' })).not.toBeInTheDocument()
  await advance(1)
  expect(screen.getByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
})

test('the buttons are disabled and the label changes while the photo is saved (2.camera.6, 3.update)', async () => {
  const api = setupApi()
  const camera = stubCamera()
  const { user, path } = await openCamera()
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.hang(updateUser)
  await user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Retake' })).toBeDisabled()
  expect(api.calls(updateUser)).toEqual([{ selfie: SHOT, isLiveSelfie: true }])
  expect(path()).toBe('/camera')
})

test('saving a first photo leads to the feed (2.routes.13, 2.camera.13, 4.camera.1)', async () => {
  const api = setupApi()
  const camera = stubCamera()
  const first = await openCamera()
  await camera.start()
  await first.user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.respond(updateUser, withPhoto)
  await first.user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  await waitFor(() => expect(first.path()).toBe('/feed'))
  expect((await screen.findAllByText('Profile updated'))[0]).toBeInTheDocument()
})

test('a user with a photo can open the camera from the profile and returns there (2.camera.12, 2.profile.3)', async () => {
  const api = setupApi()
  api.respond(getUser, withPhoto)
  api.respond(updateUser, withPhoto)
  const camera = stubCamera()
  const { user, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Update Profile Photo' }))
  await user.click(await screen.findByRole('button', { name: 'Initialize Camera' }))
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  await user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  await waitFor(() => expect(path()).toBe('/preferences'))
})

test('a user with a photo who opens the camera directly is redirected to the feed (2.camera.11)', async () => {
  setupApi().respond(getUser, withPhoto)
  const { path } = renderAt('/camera')
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('a photo that cannot be saved is kept for a retry', async () => {
  const api = setupApi()
  const camera = stubCamera()
  const { user } = await openCamera()
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.reject(updateUser, 503, 'Service temporarily unavailable. Please try again.')
  await user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  expect((await screen.findAllByText('Update failed'))[0]).toBeInTheDocument()
  expect(screen.getAllByText('There was a problem updating your profile. Please try again.')[0]).toBeInTheDocument()
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
  expect(screen.getByRole('button', { name: 'Use Photo' })).toBeEnabled()
})

test.each([
  ['NotAllowedError', 'Camera access denied. Please allow camera access in your browser settings.'],
  ['NotFoundError', "No camera found. Please check your device's camera."],
  [
    'NotReadableError',
    'Camera is in use by another application. Please close other apps that might be using the camera.',
  ],
  ['OverconstrainedError', "Camera constraints cannot be satisfied. Try using the 'Upload Photo' option instead."],
  ['AbortError', "Unable to access camera. Please ensure you've granted camera permissions."],
])(
  'the camera error %s is explained, and the camera can be retried (2.camera.10, 8.camera.in-use)',
  async (name, text) => {
    setupApi()
    const camera = stubCamera()
    camera.fail(name)
    const { user } = await openCamera()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByRole('link', { name: 'Skip for now' })).toHaveAttribute('href', '/')
    camera.recover()
    await user.click(screen.getByRole('button', { name: 'Try Again with Camera' }))
    await camera.start()
    expect(screen.getByRole('button', { name: 'Take photo' })).toBeEnabled()
  },
)

test('skipping the photo leads to the feed (2.routes.14)', async () => {
  setupApi()
  stubCamera().fail('NotAllowedError')
  const { user, path } = await openCamera()
  await user.click(await screen.findByRole('link', { name: 'Skip for now' }))
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('iOS offers an upload instead of a retry, and sends a photo that cannot be scaled unchanged (2.camera.8)', async () => {
  stubDecoding()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  const api = setupApi()
  api.respond(updateUser, withPhoto)
  stubCamera().fail('NotAllowedError')
  const { user } = await openCamera()
  expect(await screen.findByRole('button', { name: 'Upload Photo' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Try Again with Camera' })).not.toBeInTheDocument()

  await user.upload(screen.getByLabelText('Photo file'), file)
  await user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  expect(api.calls(updateUser)).toMatchObject([{ type: 'image/png', size: 'original'.length }])
})

test('the iOS app offers the photo library instead of the camera (2.camera.7)', async () => {
  stubDecoding()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  setupApi()
  const camera = stubCamera()
  const { user } = renderAt('/camera')
  expect(await screen.findByText(/isn't available in the home screen app/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose Photo' })).toBeInTheDocument()
  await user.upload(screen.getByLabelText('Photo file'), file)
  expect(await screen.findByRole('button', { name: 'Use Photo' })).toBeInTheDocument()
  expect(camera.constraints()).toEqual([])
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

test('a file that is no readable image is refused in plain words, and another one can be chosen', async () => {
  const api = setupApi()
  api.respond(updateUser, withPhoto)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
  stubCamera().fail('NotAllowedError')
  const { user } = await openCamera()
  await user.upload(await screen.findByLabelText('Photo file'), file)
  expect(await screen.findByText(/This file cannot be opened as a photo/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Use Photo' })).not.toBeInTheDocument()

  stubDecoding()
  await user.upload(screen.getByLabelText('Photo file'), file)
  tapTwice(await screen.findByRole('button', { name: 'Use Photo' }))
  await waitFor(() => expect(api.calls(updateUser)).toHaveLength(1))
})

test('a photo can be uploaded before and beside the camera, and cropped (10.client.sign-up.3)', async () => {
  stubDecoding()
  setupApi()
  const camera = stubCamera()
  const { user } = await openCamera()
  await camera.start()
  expect(document.querySelector('ellipse')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Upload Photo' })).toBeEnabled()
  await user.upload(screen.getByLabelText('Photo file'), file)
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Crop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  fireEvent.load(dialog.getByRole('img', { name: 'Your crop' }))
  await user.click(dialog.getByRole('button', { name: 'Use this crop' }))
  expect(screen.getByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
})
