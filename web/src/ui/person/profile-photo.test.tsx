import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { retryPhotos } from '../../lib/photos/failed-photos.ts'
import { Avatar } from './avatar.tsx'
import { ProfilePhoto } from './profile-photo.tsx'

const PHOTO = '/api/selfies/1/first'

afterEach(() => act(retryPhotos))

test('a photo that cannot be loaded gives way to the placeholder, and the next one is tried', () => {
  const { rerender } = render(<ProfilePhoto path={PHOTO} name="Ada" />)
  fireEvent.error(screen.getByRole('img', { name: 'Ada' }))
  expect(screen.getByRole('img', { name: 'Ada' })).not.toHaveAttribute('src')
  rerender(<ProfilePhoto path="/api/selfies/1/second" name="Ada" />)
  expect(screen.getByRole('img', { name: 'Ada' })).toHaveAttribute('src', '/api/selfies/1/second')
})

test('a small photo gives way too, to a placeholder that a name beside it makes decorative', () => {
  const { container } = render(<Avatar name="Ada" photo={PHOTO} isDecorative />)
  const image = container.querySelector('img')
  if (!image) throw new Error('no photo')
  fireEvent.error(image)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).toBeInTheDocument()
})

test('a photo that could not be loaded is tried again when the connection is back', () => {
  render(<ProfilePhoto path={PHOTO} name="Ada" />)
  fireEvent.error(screen.getByRole('img', { name: 'Ada' }))
  expect(screen.getByRole('img', { name: 'Ada' })).not.toHaveAttribute('src')
  act(retryPhotos)
  expect(screen.getByRole('img', { name: 'Ada' })).toHaveAttribute('src', PHOTO)
})
