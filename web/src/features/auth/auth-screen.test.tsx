import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { recoverAccount } from '@zing/proto/http/account'
import { checkPassword, checkUsername, getUser, login, logout, registerUser } from '@zing/proto/http/auth'
import { createAppeal } from '@zing/proto/http/reports'
import { listUsers } from '@zing/proto/http/social'
import { deleteSuspended, exportSuspended } from '@zing/proto/http/suspended'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { expect, onTestFinished, test } from 'vitest'
import { CAMERA_FLASH_MS } from '../../lib/limits.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { SHOT, stubCamera } from '../../test/camera.ts'
import { freezeClock } from '../../test/clock.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

function anonymousApi() {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(checkPassword, undefined)
  return api
}

async function openSignUp() {
  const view = renderAt('/auth')
  await view.user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  return view
}

test('a signed-in user is redirected to the feed (2.auth.2)', async () => {
  setupApi()
  const { path } = renderAt('/auth')
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('an empty login form shows what is missing and sends no request (5.login.1, 5.login.2)', async () => {
  const api = anonymousApi()
  const { user } = renderAt('/auth')
  await user.click(await screen.findByRole('button', { name: 'Log In' }))
  expect(await screen.findByText('Username is required')).toBeInTheDocument()
  expect(screen.getByText('Password must be at least 6 characters')).toBeInTheDocument()
  expect(api.calls(login)).toEqual([])
})

test('a login leads to the feed and shows a welcome toast (2.auth.3, 2.auth.5, 4.auth.4, 8.login.ok)', async () => {
  const api = anonymousApi()
  api.respond(login, ada)
  const { user, path } = renderAt('/auth')
  await user.type(await screen.findByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect((await screen.findAllByText('Login successful'))[0]).toBeInTheDocument()
  expect(screen.getAllByText('Welcome back, Ada!')[0]).toBeInTheDocument()
  expect(shownToast.get()?.variant).toBe('default')
  expect(api.calls(login)).toEqual([{ username: 'ada', password: 'correct horse' }])
})

test('the login button is disabled and shows a spinner while the request runs (2.auth.6)', async () => {
  anonymousApi().hang(login)
  const { user } = renderAt('/auth')
  await user.type(await screen.findByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  const button = screen.getByRole('button', { name: 'Log In' })
  expect(button.querySelector('.animate-spin')).toBeNull()
  await user.click(button)
  await waitFor(() => expect(button).toBeDisabled())
  expect(button.querySelector('.animate-spin')).not.toBeNull()
})

test('a rejected login shows the message of the server (8.variant, 8.login.fails)', async () => {
  anonymousApi().reject(login, 401, 'Invalid username or password')
  const { user, path } = renderAt('/auth')
  await user.type(await screen.findByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'wrong password')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  expect((await screen.findAllByText('Login failed'))[0]).toBeInTheDocument()
  expect(shownToast.get()?.text).toBe('Invalid username or password')
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Invalid username or password')
  expect(shownToast.get()?.variant).toBe('destructive')
  expect(path()).toBe('/auth')
})

test('the next try takes the error of the last one from the screen', async () => {
  const api = anonymousApi()
  api.reject(login, 401, 'Invalid username or password')
  const { user } = renderAt('/auth')
  await user.type(await screen.findByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'wrong password')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(shownToast.get()?.title).toBe('Login failed'))
  const respond = api.hold(login, ada)
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(shownToast.get()).toBeNull())
  respond()
  await waitFor(() => expect(shownToast.get()?.variant).toBe('default'))
})

test('the form is validated on submit, and from then on at every change (5.forms)', async () => {
  anonymousApi()
  const { user } = renderAt('/auth')
  const username = await screen.findByLabelText('Username')
  await user.type(username, 'a b')
  await user.tab()
  expect(screen.queryByText('Invalid username format')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  expect(await screen.findByText('Invalid username format')).toBeInTheDocument()
  await user.type(username, '{Backspace}{Backspace}b')
  expect(screen.queryByText('Invalid username format')).not.toBeInTheDocument()
})

test('the password can be shown (V6.2.6)', async () => {
  anonymousApi()
  const { user } = renderAt('/auth')
  const password = await screen.findByLabelText('Password')
  expect(password).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password).toHaveAttribute('type', 'text')
})

test('every invalid field of sign-up shows its text of the specification (2.auth.8, 2.auth.11, 4.sign-up.1, 5.age.4, 5.orientation.2)', async () => {
  const api = anonymousApi()
  const { user } = await openSignUp()
  const age = await screen.findByLabelText('Age')
  expect(age).toHaveValue('25')
  await user.clear(age)
  await user.type(age, '17')
  await user.type(screen.getByLabelText('Username'), 'a b')
  await user.type(screen.getByLabelText('Password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))

  for (const text of [
    'Name is required.',
    'You must be at least 18 years old',
    'Gender is required',
    'Sexual orientation is required',
    'Username can only contain letters, numbers, periods, underscores, and hyphens',
    'Password must be at least 6 characters',
  ]) {
    expect(await screen.findByText(text)).toBeInTheDocument()
  }
  expect(screen.getByLabelText('Full Name')).toHaveFocus() // the first of them
  expect(screen.getByLabelText('Full Name')).toBeInvalid()
  expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription('Name is required.')
  expect(api.calls(checkUsername)).toEqual([])
})

async function fill(user: Awaited<ReturnType<typeof openSignUp>>['user']) {
  await user.type(await screen.findByLabelText('Full Name'), 'Ada')
  await user.selectOptions(screen.getByLabelText('Gender'), 'female')
  await user.selectOptions(screen.getByLabelText('Sexual Orientation'), 'gay')
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
}

test('the sign-up button is disabled and changes its label while the username is checked (2.auth.9, 5.availability)', async () => {
  anonymousApi().hang(checkUsername)
  const { user } = await openSignUp()
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  const button = await screen.findByRole('button', { name: 'Checking username...' })
  expect(button).toBeDisabled()
  expect(button.querySelector('.animate-spin')).not.toBeNull()
})

test.each([
  [
    'taken',
    (api: ReturnType<typeof anonymousApi>) => api.reject(checkUsername, 409, 'Username already exists'),
    'Username already exists',
  ],
  [
    'not checked',
    (api: ReturnType<typeof anonymousApi>) => api.disconnect(checkUsername),
    'Error checking username availability',
  ],
])(
  'a username that is %s keeps the user in step 1 (4.sign-up.2, 8.username.taken, 8.username.network)',
  async (_what, prepare, message) => {
    prepare(anonymousApi())
    const { user } = await openSignUp()
    await fill(user)
    await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(message))
    expect(shownToast.get()).toBeNull() // the field says it
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ada')
  },
)

test('the sign-up draft is stored without the password (V14.3.3)', async () => {
  anonymousApi()
  const { user } = await openSignUp()
  await fill(user)
  expect(sessionStorage.getItem('zing.sign-up')).toBe(
    JSON.stringify({ name: 'Ada', age: '25', gender: 'female', orientation: 'gay', username: 'ada' }),
  )
})

async function takeSelfie() {
  const camera = stubCamera()
  const view = await openSignUp()
  await fill(view.user)
  await view.user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await camera.start()
  await view.user.click(screen.getByRole('button', { name: 'Take photo' }))
  return { camera, ...view }
}

test('sign-up sends the details and the selfie, and leads to the feed (3.sign-up, 9.sign-up-camera.1, 9.sign-up-camera.3)', async () => {
  const api = anonymousApi()
  api.respond(checkUsername, { available: true })
  api.respond(registerUser, ada)
  const { user, camera, path } = await takeSelfie()
  expect(camera.constraints()[0]).toEqual({
    video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
  expect(screen.getByRole('img', { name: 'Your selfie' }).parentElement).toHaveStyle({ height: '300px' })
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(registerUser)).toEqual([
    {
      name: 'Ada',
      age: 25,
      gender: 'female',
      orientation: 'gay',
      username: 'ada',
      password: 'correct horse',
      selfie: SHOT,
      isLiveSelfie: true,
    },
  ])
})

test('after the sign-up no dialog and no toast is over the first feed', async () => {
  const api = anonymousApi()
  api.respond(checkUsername, { available: true })
  api.respond(registerUser, ada)
  api.respond(listUsers, [profile(2, 'Ben')])
  const { user } = await takeSelfie()
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(shownToast.get()).toMatchObject({ title: 'Welcome to Zing', isQuiet: true })
})

test('a password that many people use is refused before the photo', async () => {
  const api = anonymousApi()
  api.respond(checkUsername, { available: true })
  api.reject(checkPassword, 400, { message: 'Choose another one', code: 'COMMON_PASSWORD' })
  const { user } = await openSignUp()
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Choose another one'))
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(api.calls(checkPassword)).toEqual([{ username: 'ada', password: 'correct horse' }])

  api.disconnect(checkPassword) // the registration checks it too
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeInTheDocument()
})

test('a password refused by the registration leads back to its field, and the photo is kept', async () => {
  const api = anonymousApi()
  api.respond(checkUsername, { available: true })
  api.reject(registerUser, 400, { message: 'Choose another one', code: 'COMMON_PASSWORD' })
  const { user } = await takeSelfie()
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  const password = await screen.findByLabelText('Password')
  await waitFor(() => expect(password).toHaveAccessibleDescription('Choose another one'))

  await user.clear(password)
  await user.type(password, 'battery staple')
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toBeInTheDocument()
  api.respond(registerUser, ada)
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(api.calls(registerUser).at(-1)).toMatchObject({ password: 'battery staple' }))
})

test('a rejected registration shows the message of the server and keeps the input (8.registration.fails)', async () => {
  const api = anonymousApi()
  api.respond(checkUsername, { available: true })
  api.reject(registerUser, 409, 'Username already exists')
  const { user } = await takeSelfie()
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Registration failed',
      text: 'Username already exists',
      variant: 'destructive',
    }),
  )
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toBeInTheDocument()
})

test('a selfie can be retaken, and the account button is disabled without one (5.selfie.3)', async () => {
  anonymousApi().respond(checkUsername, { available: true })
  const { user } = await takeSelfie()
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'Retake' }))
  expect(await screen.findByLabelText('Camera preview')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeDisabled()
})

test('step 2 explains a camera failure and requires a selfie (2.auth.12, 2.auth.17)', async () => {
  anonymousApi().respond(checkUsername, { available: true })
  stubCamera().fail('AbortError')
  const { user } = await openSignUp()
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  expect(await screen.findByRole('heading', { name: 'Take a Selfie' })).toBeInTheDocument()
  expect(screen.getByText('This will be your profile picture')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeDisabled()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Unable to access camera.')
  expect(alert.querySelector('svg')).not.toBeNull()
  expect(screen.queryByLabelText('Camera preview')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText('Password')).toHaveValue('correct horse')
})

async function openSelfieStep() {
  const api = anonymousApi()
  api.respond(checkUsername, { available: true })
  const camera = stubCamera()
  const view = await openSignUp()
  await fill(view.user)
  await view.user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await camera.start()
  return { api, camera, ...view }
}

test('the preview of step 2 is mirrored and 300 px high; the photo follows a flash of 0.4 s (2.auth.13, 2.auth.14, 4.sign-up.5, 4.sign-up.6)', async () => {
  const { camera } = await openSelfieStep()
  expect(camera.constraints()[0]).toEqual({
    video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const preview = screen.getByLabelText('Camera preview')
  expect(preview).toHaveStyle({ transform: 'scaleX(-1)' })
  expect(preview.parentElement).toHaveStyle({ height: '300px' })

  const { advance } = freezeClock()
  fireEvent.click(screen.getByRole('button', { name: 'Take photo' }))
  await advance(CAMERA_FLASH_MS - 1)
  expect(document.querySelector('.animate-flash')).not.toBeNull()
  expect(screen.getByLabelText('Camera preview')).toBeInTheDocument()
  await advance(1)
  expect(document.querySelector('.animate-flash')).toBeNull()
  expect(screen.queryByLabelText('Camera preview')).not.toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
})

test('the account is requested only with a selfie, and with all details (2.auth.7, 2.auth.15, 2.auth.18, 4.sign-up.3, 4.sign-up.7)', async () => {
  const { api, camera, user, path } = await openSelfieStep()
  const create = screen.getByRole('button', { name: 'Create Account' })
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  expect(create).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'Retake' }))
  await camera.start()
  expect(create).toBeDisabled()

  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.hang(registerUser)
  await user.click(create)
  await waitFor(() => expect(create).toBeDisabled())
  expect(create.querySelector('.animate-spin')).not.toBeNull()
  expect(api.calls(registerUser)).toEqual([
    {
      name: 'Ada',
      age: 25,
      gender: 'female',
      orientation: 'gay',
      username: 'ada',
      password: 'correct horse',
      selfie: SHOT,
      isLiveSelfie: true,
    },
  ])
  expect(path()).toBe('/auth')
})

test('a new account leads to the feed (2.routes.4, 2.routes.12, 2.auth.4, 4.auth.5)', async () => {
  const { api, user, path } = await openSelfieStep()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.respond(registerUser, ada)
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('a double tap on Create Account makes one account, and no failure follows', async () => {
  const { api, user, path } = await openSelfieStep()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  api.respond(registerUser, ada)
  tapTwice(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(registerUser)).toHaveLength(1)
  expect(shownToast.get()).toMatchObject({ title: 'Welcome to Zing' })
})

test('a double tap on Continue checks the username once', async () => {
  const api = anonymousApi()
  api.hang(checkUsername)
  const { user } = await openSignUp()
  await fill(user)
  tapTwice(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await waitFor(() => expect(api.calls(checkUsername)).not.toEqual([]))
  expect(await screen.findByRole('button', { name: 'Checking username...' })).toBeDisabled()
  expect(api.calls(checkUsername)).toHaveLength(1)
})

test('a double tap on Log In logs in once', async () => {
  const api = anonymousApi()
  api.respond(login, ada)
  const { user, path } = renderAt('/auth')
  await user.type(await screen.findByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  tapTwice(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(login)).toHaveLength(1)
})

test('Back in step 2 stops the camera, shows step 1 with all entries, and keeps the selfie', async () => {
  const { camera, user, path } = await openSelfieStep()
  act(() => window.history.back())
  expect(await screen.findByLabelText('Full Name')).toHaveValue('Ada')
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse')
  expect(camera.track.stop).toHaveBeenCalled()
  expect(path()).toBe('/auth')

  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await camera.start()
  await user.click(screen.getByRole('button', { name: 'Take photo' }))
  act(() => window.history.back())
  await user.click(await screen.findByRole('button', { name: 'Continue to Selfie' }))
  expect(await screen.findByRole('img', { name: 'Your selfie' })).toHaveAttribute('src', SHOT)
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeEnabled()
})

test('Log in on the landing screen opens the login, also on a new device', async () => {
  anonymousApi()
  const { user } = renderAt('/')
  await user.click(await screen.findByRole('link', { name: 'Log in' }))
  expect(await screen.findByRole('tab', { name: 'Login', selected: true })).toBeInTheDocument()
})

test('Get started opens the sign-up on a new device, and the login where a user has signed in (2.landing.2)', async () => {
  const api = anonymousApi()
  const { user, path } = renderAt('/')
  await user.click(await screen.findByRole('link', { name: /Get started/ }))
  expect(await screen.findByRole('tab', { name: 'Sign Up', selected: true })).toBeInTheDocument()

  await user.click(screen.getByRole('tab', { name: 'Login' }))
  await user.type(await screen.findByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  api.respond(login, ada)
  api.respond(logout, undefined)
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  await user.click(await screen.findByRole('link', { name: 'Profile' }))
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  expect(await screen.findByRole('tab', { name: 'Login', selected: true })).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Zing, home' }))
  await user.click(await screen.findByRole('link', { name: /Get started/ }))
  expect(await screen.findByRole('tab', { name: 'Login', selected: true })).toBeInTheDocument()
})

async function openRecovery() {
  const view = renderAt('/auth')
  await view.user.click(await screen.findByRole('button', { name: 'Forgot password?' }))
  await screen.findByRole('heading', { name: 'Set a new password' })
  return view
}

test('a recovery code sets a new password and leads to the feed', async () => {
  const api = anonymousApi()
  api.respond(recoverAccount, ada)
  const { user, path } = await openRecovery()
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Recovery code'), '7k3m q2zd o4tr 91wc')
  await user.type(screen.getByLabelText('New password'), 'battery staple')
  tapTwice(screen.getByRole('button', { name: 'Set new password' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(recoverAccount)).toEqual([
    { username: 'ada', code: '7K3MQ2ZD04TR91WC', newPassword: 'battery staple' },
  ])
  expect(shownToast.get()).toMatchObject({ title: 'Password changed', variant: 'default' })
})

test('every invalid field of the recovery shows its text, and nothing is sent', async () => {
  const api = anonymousApi()
  const { user } = await openRecovery()
  await user.type(screen.getByLabelText('Recovery code'), '1234')
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
  expect(await screen.findByText('Username is required')).toBeInTheDocument()
  expect(screen.getByText('Invalid recovery code')).toBeInTheDocument()
  expect(screen.getByText('Password must be at least 6 characters')).toBeInTheDocument()
  expect(api.calls(recoverAccount)).toEqual([])
})

test.each([
  [401, { message: 'Invalid username or recovery code', code: 'WRONG_RECOVERY_CODE' }, 'Recovery code'],
  [400, { message: 'Choose another one', code: 'COMMON_PASSWORD' }, 'New password'],
])('a recovery that is refused with %i says so at its field', async (status, error, label) => {
  anonymousApi().reject(recoverAccount, status, error)
  const { user, path } = await openRecovery()
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Recovery code'), '7K3M-Q2ZD-04TR-91WC')
  await user.type(screen.getByLabelText('New password'), 'battery staple')
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(error.message))
  expect([path(), shownToast.get()]).toEqual(['/auth', null])
})

test('the recovery is left by its button and by Back', async () => {
  anonymousApi()
  const { user } = await openRecovery()
  await user.click(screen.getByRole('button', { name: 'Back to login' }))
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  await screen.findByRole('heading', { name: 'Set a new password' })
  await waitFor(() => expect(window.history.state?.layers).toBe(1))
  window.history.back()
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument()
})

const TOKEN = 't'.repeat(43)
const DATA_TOKEN = 'data.token.signed'
const SUSPENSION: Suspension = {
  reason: 'harassment',
  text: 'Please stop',
  until: '2026-03-08T10:00:00.000Z',
  appealToken: TOKEN,
  dataToken: DATA_TOKEN,
  appeal: null,
}

async function logInSuspended(suspension: Suspension) {
  const api = anonymousApi()
  api.reject(login, 403, { message: 'Your account is suspended', code: 'SUSPENDED', suspension })
  const view = renderAt('/auth')
  await view.user.type(await screen.findByLabelText('Username'), 'ada')
  await view.user.type(screen.getByLabelText('Password'), 'correct horse')
  await view.user.click(screen.getByRole('button', { name: 'Log In' }))
  return { api, ...view }
}

test('a suspended user reads why and until when, and appeals once', async () => {
  const { api, user } = await logInSuspended(SUSPENSION)
  const title = await screen.findByRole('heading', { name: 'Your account is suspended' })
  expect(title).toHaveFocus()
  expect(screen.getByText('Insults or harassment')).toBeInTheDocument()
  expect(screen.getByText(/^8 March 2026/)).toBeInTheDocument()
  expect(screen.getByText('Please stop')).toBeInTheDocument()
  expect(shownToast.get()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText('Please write something')).toBeInTheDocument()
  expect(api.calls(createAppeal)).toEqual([])
  api.respond(createAppeal, { id: 1 })
  await user.type(screen.getByLabelText('Why is the decision wrong?'), 'It was a joke')
  tapTwice(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText(/We have your appeal/)).toBeInTheDocument()
  expect(api.calls(createAppeal)).toEqual([{ token: TOKEN, text: 'It was a joke' }])
  expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Back to login' }))
  expect(screen.getByRole('button', { name: 'Log In' })).toBeInTheDocument()
})

test('a banned user who has appealed reads that, and Back returns to the login', async () => {
  await logInSuspended({ ...SUSPENSION, until: null, text: null, appealToken: null })
  expect(await screen.findByRole('heading', { name: 'Your account has been closed' })).toBeInTheDocument()
  expect(screen.getByText(/^For good/)).toBeInTheDocument()
  expect(screen.getByText(/We have your appeal/)).toBeInTheDocument()
  expect(screen.queryByText('From the moderators')).not.toBeInTheDocument()
  act(() => window.history.back())
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument()
})

test('a user who is suspended without end reads that, and not of a closed account', async () => {
  await logInSuspended({ ...SUSPENSION, until: null, isEndless: true })
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeInTheDocument()
  expect(screen.getByText('A moderator lifts it')).toBeInTheDocument()
  expect(screen.getByText(/can't see your profile in the meantime/)).toBeInTheDocument()
  expect(screen.queryByText(/closed|For good/)).not.toBeInTheDocument()
})

test('a user whose appeal was refused reads that, and the words of the moderator', async () => {
  const appeal = { status: 'refused' as const, text: 'We have read all messages again.' }
  await logInSuspended({ ...SUSPENSION, appealToken: null, appeal })
  expect(await screen.findByRole('heading', { name: 'Your appeal was refused' })).toBeInTheDocument()
  expect(screen.getByText('We have read all messages again.')).toBeInTheDocument()
  expect(screen.queryByText(/We have your appeal/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument()
})

const BANNED: Suspension = { ...SUSPENSION, until: null }

test('a banned user downloads a copy of their data without signing in', async () => {
  const { api, user } = await logInSuspended(BANNED)
  const downloads: string[] = []
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault() // jsdom cannot navigate
    downloads.push(event.target.pathname)
  }
  document.addEventListener('click', onClick)
  onTestFinished(() => document.removeEventListener('click', onClick))

  api.respond(exportSuspended, { url: '/api/suspended/export/abc' })
  tapTwice(await screen.findByRole('button', { name: 'Download a copy of your data' }))
  await waitFor(() => expect(downloads).toEqual(['/api/suspended/export/abc']))
  expect(api.calls(exportSuspended)).toEqual([{ token: DATA_TOKEN }])
  api.reject(exportSuspended, 403, { message: 'Please log in again.', code: 'DATA_TOKEN_INVALID' })
  await user.click(screen.getByRole('button', { name: 'Download a copy of your data' }))
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument()
  expect(shownToast.get()).toMatchObject({ title: "Couldn't prepare your copy", text: 'Please log in again.' })
})

test('a banned user deletes the account once it is confirmed, and reads what stays', async () => {
  const { api, user, path } = await logInSuspended(BANNED)
  await user.click(await screen.findByRole('button', { name: 'Delete your account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
  expect(dialog.getByText(/^Fingerprints of your username and photos/)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(api.calls(deleteSuspended)).toEqual([])

  api.reject(deleteSuspended, 503, 'Service temporarily unavailable. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Delete your account' }))
  const confirm = await screen.findByRole('button', { name: 'Delete account' })
  await user.click(confirm)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't delete your account" }))
  api.respond(deleteSuspended, undefined)
  tapTwice(confirm)
  expect(await screen.findByText(/^Your account has been deleted/)).toBeInTheDocument()
  expect(path()).toBe('/')
  expect(api.calls(deleteSuspended)).toEqual([{ token: DATA_TOKEN }, { token: DATA_TOKEN }])
})

test('a suspended user is offered the same, without a word about a ban', async () => {
  const { user } = await logInSuspended(SUSPENSION)
  expect(await screen.findByRole('button', { name: 'Download a copy of your data' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Delete your account' }))
  expect(await screen.findByRole('alertdialog')).not.toHaveTextContent('Fingerprints')
})

test('an appeal that was made elsewhere counts as sent', async () => {
  const { api, user } = await logInSuspended(SUSPENSION)
  api.reject(createAppeal, 409, { message: "You've already appealed", code: 'APPEAL_MADE' })
  await user.type(await screen.findByLabelText('Why is the decision wrong?'), 'It was a joke')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText(/We have your appeal/)).toBeInTheDocument()
})

test('an appeal that fails keeps its words; one whose decision is lifted leads to the login', async () => {
  const { api, user } = await logInSuspended(SUSPENSION)
  api.reject(createAppeal, 503, 'Service temporarily unavailable. Please try again.')
  await user.type(await screen.findByLabelText('Why is the decision wrong?'), 'It was a joke')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't send your appeal" }))
  expect(screen.getByLabelText('Why is the decision wrong?')).toHaveValue('It was a joke')
  api.reject(createAppeal, 404, { message: 'Please log in again.', code: 'APPEAL_INVALID' })
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument()
  expect(shownToast.get()).toMatchObject({ text: 'Please log in again.', variant: 'destructive' })
})

test('a recovery code of a suspended user leads to the same notice', async () => {
  const api = anonymousApi()
  api.reject(recoverAccount, 403, { message: 'Your account is suspended', code: 'SUSPENDED', suspension: SUSPENSION })
  const { user } = renderAt('/auth')
  await user.click(await screen.findByRole('button', { name: 'Forgot password?' }))
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Recovery code'), '7K3M-Q2ZD-04TR-91WC')
  await user.type(screen.getByLabelText('New password'), 'battery staple')
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeInTheDocument()
})

test('the notice of a suspended user takes the place of the one about the ended session', async () => {
  const api = setupApi()
  api.reject(login, 403, { message: 'Your account is suspended', code: 'SUSPENDED', suspension: SUSPENSION })
  const { socket, user } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.open()
  socket.close(CloseCode.signedOut)
  const ended = await screen.findByText(/Your session has ended/)
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  await screen.findByRole('heading', { name: 'Your account is suspended' })
  expect(ended).not.toBeInTheDocument()
})
