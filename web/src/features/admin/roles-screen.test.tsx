import { screen, waitFor, within } from '@testing-library/react'
import { confirmPassword } from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { listRoles, setRole } from '@zing/proto/http/staff/admin'
import { expect, test } from 'vitest'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

test('when the server wants the password again, the role is granted after it (10.client.community.settings)', async () => {
  const api = setupApi()
  const ben = { userId: 2, username: 'ben', name: 'Ben', role: 'moderator' } as const
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(listRoles, [{ ...ben, role: 'member' }])
  api.reject(setRole, 403, { message: 'Please enter your password again', code: 'CONFIRM' })
  api.respond(confirmPassword, undefined)
  const { user } = renderAt('/admin/roles')
  await user.type(await screen.findByLabelText('Username'), 'ben')
  await user.click(screen.getByRole('button', { name: 'Grant role' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await user.type(dialog.getByLabelText('Password'), 'correct horse')
  api.respond(setRole, ben)
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(api.calls(setRole)).toEqual([{ role: 'moderator' }, { role: 'moderator' }]))
})
