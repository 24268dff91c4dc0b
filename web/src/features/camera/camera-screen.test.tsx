import { fireEvent, screen, waitFor } from '@testing-library/react'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { expect, test, vi } from 'vitest'
import { CAMERA_INIT_SPINNER_MS } from '../../lib/limits.ts'
import { SHOT, stubCamera } from '../../test/camera.ts'
import { stopClock } from '../../test/clock.ts'
import { ada, quietApi, renderAt } from '../../test/render-at.tsx'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const withPhoto = { ...ada, selfie: '/api/selfies/1/1' }
const file = new File(['original'], 'me.png', { type: 'image/png' })

async function openCamera() {
  const opened = renderAt('/camera')
  const button = await screen.findByRole('button', { name: 'Initialize Camera' })
  const { pass } = stopClock()
  fireEvent.click(button)
  await pass(CAMERA_INIT_SPINNER_MS)
  vi.useRealTimers()
  return opened
}

test('the camera starts when it is asked to, takes a photo with a flash, and the photo can be taken again', async () => {
  quietApi()
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

test('for a second there is a spinner before the camera starts', async () => {
  quietApi()
  stubCamera()
  renderAt('/camera')
  const button = await screen.findByRole('button', { name: 'Initialize Camera' })
  const { pass } = stopClock()
  fireEvent.click(button)
  expect(button.querySelector('.animate-spin')).not.toBeNull()
  await pass(CAMERA_INIT_SPINNER_MS - 1)
  expect(screen.queryByLabelText('Camera preview')).not.toBeInTheDocument()
  await pass(1)
  expect(screen.getByLabelText('Camera preview')).toBeInTheDocument()
})

test('the camera starts after a second, is a mirror without sound, and its photo shows after a flash of 0.4 s', async () => {
  quietApi()
  const camera = stubCamera()
  renderAt('/camera')
  const start = await screen.findByRole('button', { name: 'Initialize Camera' })
  const { pass } = stopClock()
  fireEvent.click(start)
  await pass(999)
  expect(camera.constraints()).toEqual([])
  await pass(1)
  expect(camera.constraints()).toEqual([{ video: expect.anything() }])
  const preview = screen.getByLabelText('Camera preview')
  expect(preview).toHaveStyle({ transform: 'scaleX(-1)' })

  fireEvent.loadedData(preview)
  fireEvent.click(screen.getByRole('button', { name: 'Take photo' }))
  expect(HTMLCanvasElement.prototype.toDataURL).toHaveBeenCalledWith('image/jpeg', 0.8)
  await pass(399)
  expect(screen.queryByRole('img', { name: 'Your selfie' })).not.toBeInTheDocument()
  await pass(1)
  expect(screen.getByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
})

test('using the photo saves it and leads on; meanwhile it says so', async () => {
  const api = quietApi()
  const camera = stubCamera()
  const { user, path } = await openCamera()
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.hang(updateUser)
  await user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Retake' })).toBeDisabled()
  expect(api.calls(updateUser)).toEqual([{ selfie: SHOT }])
  expect(path()).toBe('/camera')
})

test('after saving a first photo one is in the feed, and after a new one back at the profile', async () => {
  const api = quietApi()
  const camera = stubCamera()
  const first = await openCamera()
  await camera.start()
  await first.user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.answer(updateUser, withPhoto)
  await first.user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  await waitFor(() => expect(first.path()).toBe('/feed'))
  expect((await screen.findAllByText('Profile updated'))[0]).toBeInTheDocument()
})

test('from the profile it opens for those who have a photo too, and leads back there', async () => {
  const api = quietApi()
  api.answer(getUser, withPhoto)
  api.answer(updateUser, withPhoto)
  const camera = stubCamera()
  const { user, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Update Profile Photo' }))
  await user.click(await screen.findByRole('button', { name: 'Initialize Camera' }))
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  await user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  await waitFor(() => expect(path()).toBe('/preferences'))
})

test('whoever has a photo and comes from elsewhere is led on', async () => {
  quietApi().answer(getUser, withPhoto)
  const { path } = renderAt('/camera')
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('a photo that cannot be saved stays for another try', async () => {
  const api = quietApi()
  const camera = stubCamera()
  const { user } = await openCamera()
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.refuse(updateUser, 503, 'Service temporarily unavailable. Please try again.')
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
])('%s is explained, and the camera can be tried again', async (name, text) => {
  quietApi()
  const camera = stubCamera()
  camera.fail(name)
  const { user } = await openCamera()
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('link', { name: 'Skip for now' })).toHaveAttribute('href', '/')
  camera.work()
  await user.click(screen.getByRole('button', { name: 'Try Again with Camera' }))
  await camera.start()
  expect(screen.getByRole('button', { name: 'Take photo' })).toBeEnabled()
})

test('skipping leads to the feed', async () => {
  quietApi()
  stubCamera().fail('NotAllowedError')
  const { user, path } = await openCamera()
  await user.click(await screen.findByRole('link', { name: 'Skip for now' }))
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('on iOS a photo is uploaded instead; what the browser cannot decode is sent as it is', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  const api = quietApi()
  api.answer(updateUser, withPhoto)
  stubCamera().fail('NotAllowedError')
  const { user } = await openCamera()
  expect(await screen.findByRole('button', { name: 'Upload Photo' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Try Again with Camera' })).not.toBeInTheDocument()

  await user.upload(screen.getByLabelText('Photo file'), file)
  await user.click(await screen.findByRole('button', { name: 'Use Photo' }))
  expect(api.calls(updateUser)).toEqual([{ selfie: `data:image/png;base64,${btoa('original')}` }])
})

test('in the iOS app the library takes the place of the camera', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  quietApi()
  const camera = stubCamera()
  const { user } = renderAt('/camera')
  expect(await screen.findByText(/not available in the home screen app/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose Photo' })).toBeInTheDocument()
  await user.upload(screen.getByLabelText('Photo file'), file)
  expect(await screen.findByRole('button', { name: 'Use Photo' })).toBeInTheDocument()
  expect(camera.constraints()).toEqual([])
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
