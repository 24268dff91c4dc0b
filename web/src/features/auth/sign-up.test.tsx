import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { checkPassword, checkUsername, getUser, registerUser } from '@zing/proto/http/auth'
import { expect, test, vi } from 'vitest'
import { SHOT, stubCamera } from '../../test/camera.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const CROPPED = 'data:image/jpeg;base64,Y3JvcHBlZA=='

async function open() {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(checkUsername, { available: true })
  api.respond(checkPassword, undefined)
  const view = renderAt('/auth')
  await view.user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await screen.findByLabelText('Full Name')
  return { api, ...view }
}

const section = (name: string) => within(screen.getByRole('group', { name }))
const first = () => section("Let's start with you")
const second = () => section('How do you identify?')

test('a section shows hints first, and all that it lacks at once and at its fields (10.client.sign-up.1)', async () => {
  const { user } = await open()
  const name = screen.getByLabelText('Full Name')
  const age = screen.getByLabelText('Age')
  expect(name).toHaveAccessibleDescription('Others see your first name')
  expect(age).toHaveAccessibleDescription('For adults, 18 and over')

  await user.clear(age)
  await user.type(age, '17')
  await user.click(first().getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription('Name is required.'))
  expect(age).toHaveAccessibleDescription('You must be at least 18 years old')
  expect(name).toHaveFocus()
  expect(screen.queryByText('Gender is required')).toBeNull() // nobody has been there yet

  await user.type(name, 'Ada')
  await waitFor(() => expect(name).toHaveAccessibleDescription('Others see your first name'))
  await user.clear(age)
  await user.type(age, '18{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Gender')).toHaveFocus())
  await user.click(second().getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Gender is required')).toBeInTheDocument()
  expect(screen.getByText('Sexual orientation is required')).toBeInTheDocument()
})

test('Back returns to the section before, and so does the button', async () => {
  const { user, path } = await open()
  await user.type(screen.getByLabelText('Full Name'), 'Ada')
  await user.click(first().getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(screen.getByLabelText('Gender')).toHaveFocus())
  await user.click(second().getByRole('button', { name: 'Previous questions' }))
  expect(screen.getByLabelText('Full Name')).toHaveFocus()

  await user.click(screen.getByLabelText('Password'))
  await waitFor(() => expect(window.history.state?.layers).toBe(3))
  window.history.back()
  await waitFor(() => expect(window.history.state?.layers).toBe(2))
  expect([path(), screen.getByLabelText<HTMLInputElement>('Full Name').value]).toEqual(['/auth', 'Ada'])
})

test('the age goes by steps and arrow keys, between 18 and 100 (10.client.sign-up.2)', async () => {
  const { user } = await open()
  const age = screen.getByLabelText('Age')
  await user.click(screen.getByRole('button', { name: 'One year older' }))
  expect(age).toHaveValue('26')
  age.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(age).toHaveValue('24')
  await user.clear(age)
  await user.type(age, '18')
  await user.click(screen.getByRole('button', { name: 'One year younger' }))
  expect(age).toHaveValue('18')
  await user.clear(age)
  await user.type(age, '100{ArrowUp}')
  expect(age).toHaveValue('100')
})

test('"More genders" has further ones, and takes words of one’s own (10.client.sign-up.2)', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More genders' }))
  let dialog = within(await screen.findByRole('dialog', { name: 'More genders' }))
  await user.click(dialog.getByRole('button', { name: 'genderfluid' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('Gender')).toHaveValue('genderfluid')

  await user.click(screen.getByRole('button', { name: 'More genders' }))
  dialog = within(await screen.findByRole('dialog', { name: 'More genders' }))
  await user.click(dialog.getByRole('button', { name: 'Use this' }))
  expect(await dialog.findByText('Gender is required')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('In your own words'), 'maverique{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Gender')).toHaveValue('maverique'))
  expect(screen.queryByText('Name is required.')).toBeNull() // the form around it was not sent
})

async function openSelfie() {
  const camera = stubCamera()
  const view = await open()
  const { user } = view
  await user.type(screen.getByLabelText('Full Name'), 'Ada')
  await user.selectOptions(screen.getByLabelText('Gender'), 'female')
  await user.selectOptions(screen.getByLabelText('Sexual Orientation'), 'gay')
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await camera.start()
  return { camera, ...view }
}

test('the shot has the shape of a card and can be cropped (10.client.sign-up.3)', async () => {
  const { api, user, path } = await openSelfie()
  const context = document.createElement('canvas').getContext('2d')
  expect(document.querySelector('ellipse')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  expect(context?.drawImage).toHaveBeenCalledWith(expect.any(HTMLVideoElement), 352, 0, 576, 720, 0, 0, 576, 720)
  expect(document.querySelector('ellipse')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Crop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  fireEvent.load(dialog.getByRole('img', { name: 'Your crop' }))
  vi.mocked(HTMLCanvasElement.prototype.toDataURL).mockReturnValue(CROPPED)
  await user.click(dialog.getByRole('button', { name: 'Use this crop' }))
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', CROPPED)

  await user.click(screen.getByRole('button', { name: 'Crop' })) // of the whole shot again
  const again = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  expect(again.getByRole('img', { name: 'Your crop' })).toHaveAttribute('src', SHOT)
  await user.click(again.getByRole('button', { name: 'Cancel' }))

  api.respond(registerUser, ada)
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(registerUser)).toMatchObject([{ selfie: CROPPED, isLiveSelfie: true }])
})

test('a photo can be uploaded beside the running camera, and is no live selfie (10.client.sign-up.3)', async () => {
  const { api, user } = await openSelfie()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(new Blob(['file'])))
  expect(screen.getByRole('button', { name: 'Upload Photo' })).toBeEnabled()
  await user.upload(screen.getByLabelText('Photo file'), new File(['x'], 'me.png', { type: 'image/png' }))
  const photo = await screen.findByRole('img', { name: 'Your selfie' })
  expect(photo).toHaveAttribute('src', expect.stringContaining(btoa('file')))
  api.respond(registerUser, ada)
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(api.calls(registerUser)).toMatchObject([{ isLiveSelfie: false }]))
})
