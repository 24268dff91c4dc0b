import { screen, waitFor, within } from '@testing-library/react'
import type { ResponseOf } from '@zing/proto/endpoint'
import { checkPassword, checkUsername, getUser, registerUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { checkInvitation, getRegistration, type getRegistration as Registration } from '@zing/proto/http/door'
import { expect, test } from 'vitest'
import { SHOT, stubCamera } from '../../test/camera.ts'
import { community } from '../../test/community.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const RULES = [{ title: 'Be kind', text: { en: 'To everybody.' } }]
const TERMS = { url: null, text: 'Be nice.', version: 4 }

function visitorApi(
  registration: Partial<ResponseOf<typeof Registration>> = {},
  more: Parameters<typeof community>[0] = {},
) {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(checkUsername, { available: true })
  api.respond(checkPassword, undefined)
  api.respond(getRegistration, { mode: 'open', needsInvitation: false, ...registration })
  api.respond(getCommunity, community(more))
  return api
}

type View = ReturnType<typeof renderAt>

async function openSignUp(): Promise<View> {
  const view = renderAt('/auth')
  await view.user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  return view
}

async function fillIn({ user }: View): Promise<void> {
  await user.type(await screen.findByLabelText('Full Name'), 'Ada')
  await user.selectOptions(screen.getByLabelText('Gender'), 'female')
  await user.selectOptions(screen.getByLabelText('Sexual Orientation'), 'gay')
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
}

async function takeSelfie({ user }: View, camera: ReturnType<typeof stubCamera>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await camera.start()
  await user.click(await screen.findByRole('button', { name: 'Take photo' }))
  await user.click(await screen.findByRole('button', { name: 'Create Account' }))
}

const DETAILS = {
  name: 'Ada',
  age: 25,
  gender: 'female',
  orientation: 'gay',
  username: 'ada',
  password: 'correct horse',
  selfie: SHOT,
  isLiveSelfie: true,
}

test('in an open community without rules a sign-up sends what it always did (10.client.community.sign-up)', async () => {
  const camera = stubCamera()
  const api = visitorApi()
  const view = await openSignUp()
  await fillIn(view)
  expect(screen.queryByRole('group', { name: 'Before you join' })).toBeNull()
  api.respond(registerUser, ada)
  await takeSelfie(view, camera)
  await waitFor(() => expect(api.calls(registerUser)).toEqual([DETAILS]))
})

test('when the community is closed, the sign-up says so and offers the login (10.client.community.sign-up)', async () => {
  visitorApi({ mode: 'closed' }, { name: 'Bees', contact: 'bees@example.org' })
  const { user } = await openSignUp()
  expect(await screen.findByRole('heading', { name: 'Bees is closed for now' })).toBeInTheDocument()
  expect(screen.getByText('bees@example.org')).toBeInTheDocument()
  expect(screen.queryByLabelText('Invitation code')).toBeNull()
  await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Log in' }))
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument()
})

test('when an invitation is needed, a code that is typed is checked and sent (10.client.community.sign-up)', async () => {
  const camera = stubCamera()
  const api = visitorApi({ mode: 'invitation', needsInvitation: true })
  const view = await openSignUp()
  const { user } = view
  await user.click(await screen.findByRole('button', { name: 'Go on' }))
  expect(screen.getByLabelText('Invitation code')).toHaveAccessibleDescription(
    'Please enter the code of your invitation',
  )
  api.respond(checkInvitation, { isValid: false, needsApproval: false })
  await user.type(screen.getByLabelText('Invitation code'), 'old{Enter}')
  expect(await screen.findByRole('heading', { name: "This invitation isn't valid anymore" })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Sign up without it' })).toBeNull()
  api.respond(checkInvitation, { isValid: true, needsApproval: false })
  await user.clear(screen.getByLabelText('Invitation code'))
  await user.type(screen.getByLabelText('Invitation code'), 'https://zing.example/auth?invitation=good-1{Enter}')
  await fillIn(view)
  api.respond(registerUser, ada)
  await takeSelfie(view, camera)
  await waitFor(() => expect(api.calls(registerUser)).toEqual([{ ...DETAILS, invitation: 'good-1' }]))
})

test('when an invitation of a link needs approval, the question is asked (10.client.community.sign-up)', async () => {
  const camera = stubCamera()
  const api = visitorApi({ question: 'Why bees?' }, { rules: RULES, terms: TERMS })
  api.respond(checkInvitation, { isValid: true, needsApproval: true })
  const view = renderAt('/auth?invitation=abc')
  const { user } = view
  await fillIn(view)
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  const join = within(screen.getByRole('group', { name: 'Before you join' }))
  expect(await join.findByText('Please answer the question')).toBeInTheDocument()
  expect(join.getByText('Please accept this to join')).toBeInTheDocument()
  expect(join.getByRole('listitem')).toHaveTextContent('Be kindTo everybody.')
  await user.click(join.getByRole('button', { name: 'Terms of service' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Terms of service' }))
  expect(dialog.getByText('Be nice.')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.type(join.getByLabelText('Why bees?'), 'I like honey')
  await user.click(join.getByRole('checkbox', { name: 'I have read and accept the rules and the terms' }))
  api.respond(registerUser, {
    ...ada,
    status: 'pending',
    application: { question: 'Why bees?', answer: 'I like honey' },
  })
  await takeSelfie(view, camera)
  const more = { invitation: 'abc', application: 'I like honey', acceptedTerms: 4 }
  await waitFor(() => expect(api.calls(registerUser)).toEqual([{ ...DETAILS, ...more }]))
})

test('when the terms change meanwhile, the new ones are read and accepted (10.client.community.sign-up)', async () => {
  const camera = stubCamera()
  const api = visitorApi({}, { terms: TERMS })
  const view = await openSignUp()
  const { user } = view
  await fillIn(view)
  await user.click(screen.getByRole('checkbox', { name: 'I have read and accept the terms' }))
  api.reject(registerUser, 409, {
    message: 'Please read and accept the current rules and terms',
    code: 'TERMS_CHANGED',
  })
  api.respond(getCommunity, community({ terms: { ...TERMS, version: 5 } }))
  await takeSelfie(view, camera)
  const consent = await screen.findByRole('checkbox', { name: 'I have read and accept the terms' })
  expect(consent).not.toBeChecked()
  await user.click(consent)
  api.respond(registerUser, ada)
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await user.click(await screen.findByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(api.calls(registerUser).at(-1)).toMatchObject({ acceptedTerms: 5 }))
})

test('when the invitation is used up meanwhile, the sign-up says so and can go on (10.client.community.sign-up)', async () => {
  const camera = stubCamera()
  const api = visitorApi()
  api.respond(checkInvitation, { isValid: true, needsApproval: false })
  const view = renderAt('/auth?invitation=abc')
  await fillIn(view)
  api.reject(registerUser, 403, { message: "This invitation isn't valid anymore", code: 'INVITATION_INVALID' })
  api.respond(checkInvitation, { isValid: false, needsApproval: false })
  await takeSelfie(view, camera)
  await view.user.click(await screen.findByRole('button', { name: 'Sign up without it' }))
  expect(await screen.findByLabelText('Full Name')).toHaveValue('Ada')
})
