import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { announce, shownToast, toast, toastError } from '../../lib/state/toast-store.ts'
import { freezeClock } from '../../test/clock.ts'
import { Toaster } from './toaster.tsx'

let advance: ReturnType<typeof freezeClock>['advance']

beforeEach(() => {
  ;({ advance } = freezeClock())
  render(<Toaster />)
})

const show = (display: typeof toast, title: string, text?: string) => act(() => display(title, text))
const area = () => screen.getByRole('region', { name: 'Notifications (F8)' })
const shown = () => screen.queryAllByRole('listitem')

test('a toast stays for five seconds (9.toasts.2)', async () => {
  show(toast, 'Logged out', 'You have been logged out successfully')
  expect(screen.getByRole('listitem')).toHaveTextContent('Logged outYou have been logged out successfully')
  await advance(4_999)
  expect(shown()).toHaveLength(1)
  await advance(1)
  expect(shown()).toEqual([])
})

test('a new toast replaces the one on the screen (9.toasts.1)', async () => {
  show(toast, 'Profile updated')
  await advance(4_000)
  show(toastError, 'Update failed')
  await advance(4_000)
  expect(shown().map(({ textContent }) => textContent)).toEqual(['Update failed'])
})

test('a dismissed toast is removed at once from the screen and from the store (9.toasts.3)', () => {
  show(toast, 'Logged out')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(shown()).toEqual([])
  expect(shownToast.get()).toBeNull()
})

test.each([
  [49, 1],
  [51, 0],
])('a toast swiped %i pixels to the right leaves %i on the screen (9.toasts.5)', (pixels, left) => {
  show(toast, 'Logged out')
  const item = screen.getByRole('listitem')
  Object.assign(item, { setPointerCapture: () => {}, releasePointerCapture: () => {} })
  fireEvent.pointerDown(item, { button: 0, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(item, { clientX: pixels / 2, clientY: 0 })
  fireEvent.pointerMove(item, { clientX: pixels, clientY: 0 })
  fireEvent.pointerUp(item, { clientX: pixels, clientY: 0 })
  expect(shown()).toHaveLength(left)
})

test('F8 moves the focus to the toasts (9.toasts.6)', () => {
  show(toast, 'Logged out')
  fireEvent.keyDown(document, { code: 'F8' })
  expect(screen.getByRole('list')).toHaveFocus()
})

test('an error toast has its own style, and the area is at most 420 px wide (9.toasts.4, 9.toasts.7)', () => {
  show(toastError, 'Update failed')
  expect(screen.getByRole('listitem')).toHaveClass('text-bad')
  show(toast, 'Profile updated')
  expect(screen.getByRole('listitem')).not.toHaveClass('text-bad')
  expect(area().querySelector('ol')).toHaveClass('md:max-w-[420px]')
})

test('a change that the user sees is only read out (10.client.toasts.2)', () => {
  show(announce, 'Device logged out')
  expect(screen.getByRole('listitem')).toHaveTextContent('Device logged out')
  expect(screen.getByRole('listitem')).toHaveClass('sr-only')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
