import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { addPhoto, deletePhoto, orderPhotos } from '@zing/proto/http/photos'
import type { OwnPhoto } from '@zing/proto/profiles/story'
import { expect, test, vi } from 'vitest'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { stubCamera } from '../../../test/camera.ts'
import { ada, renderAt, setupApi } from '../../../test/render-at.tsx'

const SELFIE = '/api/selfies/1/1'
const [A, B, C] = [7, 8, 9].map((id) => ({ id: String(id), path: `/api/selfies/1/${id}` })) as [
  { id: string; path: string },
  { id: string; path: string },
  { id: string; path: string },
]
const FIRST = { id: '1', path: SELFIE, isSelfie: true }

async function open(photos: OwnPhoto[] = [FIRST, A, B, C]) {
  const api = setupApi()
  api.respond(getUser, { ...ada, selfie: photos[0]?.path ?? null, photos })
  const view = renderAt('/edit-profile')
  const editor = within(await screen.findByRole('region', { name: 'Photos' }))
  const sources = () => editor.getAllByRole('img').map((photo) => photo.getAttribute('src'))
  return { api, ...view, editor, sources }
}

test('the keys of the handle move any photo, and keep the focus on it', async () => {
  const { api, user, editor, sources } = await open()
  api.respond(orderPhotos, [A, FIRST, B, C])
  editor.getByRole('button', { name: 'Move photo 1' }).focus()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(api.calls(orderPhotos)).toEqual([{ order: ['7', '1', '8', '9'] }]))
  expect(sources()).toEqual([A.path, SELFIE, B.path, C.path])
  expect(editor.getByText('Photo moved to position 2 of 4')).toBeInTheDocument()
  expect(editor.getByRole('button', { name: 'Move photo 2' })).toHaveFocus()
})

test('any photo can be made the main one, which the own card shows then (10.story.photos.main)', async () => {
  const { api, user, editor, sources } = await open()
  api.respond(orderPhotos, [B, FIRST, A, C])
  await user.click(editor.getByRole('button', { name: 'Make main, photo 3' }))
  await waitFor(() => expect(api.calls(orderPhotos)).toEqual([{ order: ['8', '1', '7', '9'] }]))
  expect(sources()).toEqual([B.path, SELFIE, A.path, C.path])
  expect(editor.getByText('This is your main photo now')).toBeInTheDocument()
  expect(editor.getByRole('button', { name: 'Move photo 1' })).toHaveFocus()
  expect(editor.queryByRole('button', { name: 'Make main, photo 1' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to profile' }))
  const you = within(await screen.findByRole('region', { name: 'You' }))
  expect(you.getByRole('img', { name: 'Ada' })).toHaveAttribute('src', B.path)
})

test('a selfie is replaced and not deleted, and without one there is a way to it', async () => {
  const { editor } = await open([A, FIRST])
  expect(editor.getByRole('link', { name: 'New selfie' })).toHaveAttribute('href', '/camera')
  expect(editor.getAllByRole('button', { name: /^Delete photo/ })).toHaveLength(1)
  expect(editor.queryByText(/Live selfie/)).not.toBeInTheDocument()
  cleanup()
  const other = await open([A, { ...FIRST, isLive: true }])
  expect(other.editor.getByText('Others see “Live selfie” on the photo that you took here.')).toBeInTheDocument()
  cleanup()
  const without = await open([A])
  expect(without.editor.getByRole('link', { name: 'Take a selfie' })).toHaveAttribute('href', '/camera')
})

test('the last order counts, also if an earlier one is answered later', async () => {
  const { api, user, editor, sources } = await open()
  const answer = api.hold(orderPhotos, [FIRST, B, A, C])
  editor.getByRole('button', { name: 'Move photo 2' }).focus()
  await user.keyboard('{ArrowRight}')
  api.respond(orderPhotos, [FIRST, B, C, A])
  await user.keyboard('{ArrowRight}')
  answer()
  await waitFor(() =>
    expect(api.calls(orderPhotos)).toEqual([{ order: ['1', '8', '7', '9'] }, { order: ['1', '8', '9', '7'] }]),
  )
  expect(sources()).toEqual([SELFIE, B.path, C.path, A.path])
})

test('a photo that is dragged onto another takes its place', async () => {
  const { api, editor } = await open()
  api.respond(orderPhotos, [FIRST, B, C, A])
  const target = editor.getByRole('img', { name: 'Your photo 4' })
  document.elementFromPoint = () => target
  const handle = editor.getByRole('button', { name: 'Move photo 2' })
  fireEvent.pointerDown(handle, { pointerId: 1 })
  fireEvent.pointerUp(handle, { pointerId: 1, clientX: 300, clientY: 100 })
  await waitFor(() => expect(api.calls(orderPhotos)).toEqual([{ order: ['1', '8', '9', '7'] }]))
  Reflect.deleteProperty(document, 'elementFromPoint')
})

test('an order that is refused is taken back with a toast', async () => {
  const { api, user, editor, sources } = await open()
  api.reject(orderPhotos, 409, { message: 'The photos have changed', code: 'PHOTOS_CHANGED' })
  editor.getByRole('button', { name: 'Move photo 2' }).focus()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't save the order" }))
  await waitFor(() => expect(sources()).toEqual([SELFIE, A.path, B.path, C.path]))
})

test('a photo is deleted after a question', async () => {
  const { api, user, editor, sources } = await open()
  api.respond(deletePhoto, undefined)
  await user.click(editor.getByRole('button', { name: 'Delete photo 3' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(api.calls(deletePhoto)).toEqual([])
  await user.click(editor.getByRole('button', { name: 'Delete photo 3' }))
  const question = within(screen.getByRole('dialog', { name: 'Delete this photo?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sources()).toEqual([SELFIE, A.path, C.path]))
})

test('with six photos there is no place for another', async () => {
  const { editor } = await open([FIRST, A, B, C, { id: '10', path: '/a' }, { id: '11', path: '/b' }])
  expect(editor.queryByRole('button', { name: 'Add a photo' })).not.toBeInTheDocument()
})

test('a photo from the camera is cropped by keyboard, added, and shown (10.client.profile.1)', async () => {
  const { api, user, editor, sources } = await open([FIRST])
  const camera = stubCamera()
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(500)
  api.respond(addPhoto, A)
  await user.click(editor.getByRole('button', { name: 'Add a photo' }))
  await user.click(screen.getByRole('button', { name: 'Take a photo' }))
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  expect(dialog.getByRole('button', { name: 'Add photo' })).toBeDisabled()
  const image = dialog.getByRole('img', { name: 'Your crop' })
  fireEvent.load(image)
  const before = image.style.transform
  dialog.getByRole('region', { name: /^Crop of your photo/ }).focus()
  await user.keyboard('{ArrowLeft}')
  expect(image.style.transform).not.toBe(before)
  await user.keyboard('+')
  expect(Number(dialog.getByRole<HTMLInputElement>('slider', { name: 'Zoom' }).value)).toBeGreaterThan(1)
  await user.click(dialog.getByRole('button', { name: 'Add photo' }))
  await waitFor(() => expect(sources()).toEqual([SELFIE, A.path]))
  expect(api.calls(addPhoto)).toMatchObject([{ type: 'image/jpeg', size: 4 }])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the section of a tall photo begins in its upper middle, where a face is', async () => {
  const { user, editor } = await open([FIRST])
  const camera = stubCamera()
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(1000)
  await user.click(editor.getByRole('button', { name: 'Add a photo' }))
  await user.click(screen.getByRole('button', { name: 'Take a photo' }))
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  const image = await screen.findByRole('img', { name: 'Your crop' })
  fireEvent.load(image)
  const down = /([\d.]+)%\)$/.exec(image.style.transform)?.[1]
  expect(Number(down)).toBeCloseTo(11.67, 1) // the photo is lower than with its middle in the frame
})

test('a photo that is refused keeps its section for another attempt', async () => {
  const { api, user, editor } = await open([FIRST])
  const camera = stubCamera()
  api.reject(addPhoto, 429, 'Too many requests. Please try again later.')
  await user.click(editor.getByRole('button', { name: 'Add a photo' }))
  await user.click(screen.getByRole('button', { name: 'Take a photo' }))
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  fireEvent.load(dialog.getByRole('img', { name: 'Your crop' }))
  await user.click(dialog.getByRole('button', { name: 'Add photo' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't add the photo" }))
  expect(dialog.getByRole('button', { name: 'Add photo' })).toBeEnabled()
})

test('saving sends only the changed parts of the story, and the page shows it as others see it (10.client.profile.2)', async () => {
  const { api, user } = await open([FIRST])
  api.respond(updateUser, ada)
  expect(screen.getByText('Your profile is 13% complete')).toBeInTheDocument()
  await user.type(screen.getByLabelText('About you'), 'Baker by night')
  await user.selectOptions(screen.getByLabelText('Question 1'), 'ask-me')
  await user.type(screen.getByLabelText('Answer 1'), 'the sea')
  await user.click(screen.getByRole('button', { name: 'Interests (0 of 8)' }))
  await user.click(screen.getByLabelText('🧘 Yoga'))
  await user.click(screen.getByRole('button', { name: 'Interests (1 of 8)' }))
  expect(screen.getByText('🧘 Yoga')).toBeInTheDocument()
  await user.click(screen.getByLabelText('Dates'))
  await user.click(screen.getByRole('button', { name: 'See it as others do' }))
  expect(screen.getByRole('article', { name: 'Ada, 30' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'See it as others do' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(api.calls(updateUser)).toEqual([
      {
        name: 'Ada',
        age: 30,
        gender: 'female',
        orientation: 'gay',
        bio: 'Baker by night',
        prompts: [{ promptId: 'ask-me', answer: 'the sea' }],
        interests: ['yoga'],
        lookingFor: 'dates',
      },
    ]),
  )
})

test('the orientation can be hidden, and the preview has it no more (10.profile.orientation)', async () => {
  const { api, user } = await open([FIRST])
  const preview = screen.getByRole('button', { name: 'See it as others do' })
  await user.click(preview)
  expect(within(screen.getByRole('article', { name: 'Ada, 30' })).getByText('gay')).toBeInTheDocument()
  await user.click(preview)
  await user.click(screen.getByRole('switch', { name: 'Show this on my profile' }))
  await user.click(preview)
  expect(within(screen.getByRole('article', { name: 'Ada, 30' })).queryByText('gay')).not.toBeInTheDocument()
  await user.click(preview)
  api.respond(updateUser, { ...ada, showOrientation: false })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(api.calls(updateUser)).toMatchObject([{ orientation: 'gay', showOrientation: false }]))
  await user.click(await screen.findByRole('link', { name: 'Edit Profile' }))
  const hidden = await screen.findByRole('switch', { name: 'Show this on my profile' })
  expect(hidden).toHaveAttribute('aria-checked', 'false')
})
