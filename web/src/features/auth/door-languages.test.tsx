import { screen, waitFor, within } from '@testing-library/react'
import { checkPassword, checkUsername, getUser, registerUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { getRegistration } from '@zing/proto/http/door'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stubCamera } from '../../test/camera.ts'
import { community } from '../../test/community.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

test("a visitor reads rules, terms and question in the page's language, and it is sent (10.client.community.sign-up)", async () => {
  document.documentElement.lang = 'de'
  onTestFinished(() => {
    document.documentElement.lang = ''
  })
  const camera = stubCamera()
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(checkUsername, { available: true })
  api.respond(checkPassword, undefined)
  api.respond(getRegistration, { mode: 'approval', needsInvitation: false, question: 'Warum Bienen?' })
  const terms = { url: null, text: { en: 'Be nice.', de: 'Sei nett.' }, version: 4 }
  const rules = [{ title: { en: 'Be kind', de: 'Sei lieb' }, text: { en: 'To all.', de: '' } }]
  api.respond(getCommunity, community({ rules, terms }))

  const { user } = renderAt('/auth')
  await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  const join = within(await screen.findByRole('group', { name: 'Before you join' }))
  expect(await join.findByRole('listitem')).toHaveTextContent('Sei liebTo all.')
  await user.click(join.getByRole('button', { name: 'Terms of service' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Terms of service' }))
  expect(dialog.getByText('Sei nett.')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toContain('/api/registration?language=de')

  await user.type(screen.getByLabelText('Full Name'), 'Ada')
  await user.selectOptions(screen.getByLabelText('Gender'), 'female')
  await user.selectOptions(screen.getByLabelText('Sexual Orientation'), 'gay')
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.type(join.getByLabelText('Warum Bienen?'), 'Honig')
  await user.click(join.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
  await camera.start()
  await user.click(await screen.findByRole('button', { name: 'Take photo' }))
  api.respond(registerUser, { ...ada, status: 'pending' })
  await user.click(await screen.findByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(api.calls(registerUser)).toMatchObject([{ application: 'Honig', language: 'de' }]))
})
