import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

const missingChunk = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a lazy component renders with its props', async () => {
  const Hello = lazyComponent(async () => ({ name }: { name: string }) => <p>Hello {name}</p>)
  render(<Hello name="Ada" />, { wrapper: Suspense })
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument()
})

test('a chunk that is still missing after a reload shows an error instead of another reload', async () => {
  sessionStorage.setItem('zing.reloaded-for-part', String(Date.now() - 1_000))
  const Part = lazyComponent(missingChunk)
  render(<Part />, { wrapper: Suspense })
  expect(await screen.findByRole('heading', { name: "This couldn't be loaded" })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument()
})

test('a missing chunk shows an error without a reload while offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const Part = lazyComponent(missingChunk)
  render(<Part />, { wrapper: Suspense })
  expect(await screen.findByRole('heading', { name: "This couldn't be loaded" })).toBeInTheDocument()
  expect(sessionStorage.length).toBe(0)
})

test('a component that has been loaded before is there at its first render', async () => {
  const Card = lazyComponent(async () => () => <p>a card</p>)
  await Card.preload()
  render(
    <Suspense fallback="loading">
      <Card />
    </Suspense>,
  )
  expect(screen.getByText('a card')).toBeInTheDocument()
})

test('a component whose early load failed is loaded at its first render', async () => {
  const load = vi.fn(async () => () => <p>a card</p>).mockRejectedValueOnce(new Error('no network'))
  const Card = lazyComponent(load)
  await Card.preload()
  render(
    <Suspense fallback="loading">
      <Card />
    </Suspense>,
  )
  expect(await screen.findByText('a card')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(2)
})
