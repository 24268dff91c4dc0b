import { screen } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { expect, test } from 'vitest'
import { renderAt, setupApi } from '../../test/render-at.tsx'

test('the landing screen has three portraits of its own and says what is different here (10.client.landing)', async () => {
  setupApi().reject(getUser, 401, 'Not signed in')
  renderAt('/')
  expect(await screen.findByRole('heading', { name: 'See someone you like? Zing them.' })).toBeInTheDocument()
  expect(screen.getByText(/^One face at a time/)).toHaveTextContent('No fees, no ads. Passes stay secret.')
  const portraits = [...document.querySelectorAll('img')].map(({ src }) => new URL(src).pathname)
  expect(portraits).toHaveLength(3)
  for (const path of portraits) expect(path).toMatch(/\/portraits\/[a-z]+\.webp$/)
})
