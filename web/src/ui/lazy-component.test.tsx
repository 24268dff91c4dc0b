import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a part is shown with what it is given', async () => {
  const Hello = lazyComponent(async () => ({ name }: { name: string }) => <p>Hello {name}</p>)
  render(<Hello name="Ada" />, { wrapper: Suspense })
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument()
})

test('a part that a reload has not brought says so, instead of reloading for ever', async () => {
  sessionStorage.setItem('zing.reloaded-for-part', String(Date.now() - 1_000))
  const Part = lazyComponent(gone)
  render(<Part />, { wrapper: Suspense })
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument()
})

test('offline a reload would bring nothing', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const Part = lazyComponent(gone)
  render(<Part />, { wrapper: Suspense })
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeInTheDocument()
  expect(sessionStorage.length).toBe(0)
})
