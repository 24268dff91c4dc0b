import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { toast } from '../../lib/state/toast-store.ts'
import { Button } from '../button.tsx'
import { Modal, ModalClose, ModalTitle } from './modal.tsx'
import { Toaster } from './toaster.tsx'

interface ScreenProps {
  isSticky?: boolean
  /** The button that opens the first dialog is replaced meanwhile. */
  isReplaced?: boolean
}

function Screen({ isSticky = false, isReplaced = false }: ScreenProps) {
  const [open, setOpen] = useState(0)
  const close = () => setOpen((depth) => depth - 1)
  return (
    <>
      <h1 tabIndex={-1}>Screen</h1>
      {!(isReplaced && open > 0) && <Button onClick={() => setOpen(1)}>Open</Button>}
      <Toaster />
      {open > 0 && (
        <Modal onClose={close} isSticky={isSticky} aria-describedby={undefined}>
          <ModalTitle>First</ModalTitle>
          <input aria-label="Words" />
          <Button onClick={() => setOpen(2)}>More</Button>
          <ModalClose>Close</ModalClose>
        </Modal>
      )}
      {open > 1 && (
        <Modal onClose={close} aria-describedby={undefined}>
          <ModalTitle>Second</ModalTitle>
          <ModalClose>Done</ModalClose>
        </Modal>
      )}
    </>
  )
}

async function open(props: ScreenProps = {}) {
  const user = userEvent.setup()
  render(<Screen {...props} />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await user.click(opener)
  return { user, opener, first: screen.getByRole('dialog', { name: 'First' }) }
}

test('the first control has the focus, and the opener has it again at the end', async () => {
  const { user, opener, first } = await open()
  expect(screen.getByLabelText('Words')).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(first).not.toBeInTheDocument()
  expect(opener).toHaveFocus()
})

test('the title of the screen has the focus at the end if the opener is gone', async () => {
  const { user } = await open({ isReplaced: true })
  await user.keyboard('{Escape}')
  expect(screen.getByRole('heading', { name: 'Screen' })).toHaveFocus()
})

test('a toast is in the newest dialog, where it can be dismissed', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More' }))
  act(() => toast('Profile updated'))
  const second = within(screen.getByRole('dialog', { name: 'Second' }))
  await user.click(second.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Profile updated')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.getByRole('dialog', { name: 'First' })).toBeInTheDocument()
})

test('a toast lies over no dialog: it follows its words, or stays on the page (10.client.toasts.1)', async () => {
  const { user, first } = await open()
  act(() => toast('Saved'))
  const item = within(first).getByText('Saved').closest('li')
  expect(item?.closest('.fixed')).toBe(first)
  expect(within(first).getByRole('button', { name: 'Close' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(within(first).getByText('Saved')).toBeInTheDocument() // its dialog keeps it
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(within(first).getByRole('button', { name: 'Close' }))
  expect(screen.getByText('Saved')).toBeInTheDocument() // the page has it from here on
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(within(screen.getByRole('dialog', { name: 'First' })).getByText('Saved')).toBeInTheDocument()
})

test('an event that bubbles from a file picker does not close it', async () => {
  const { first } = await open()
  fireEvent(screen.getByLabelText('Words'), new Event('cancel', { bubbles: true }))
  expect(first).toBeInTheDocument()
})

test('a dialog that the browser has closed is closed', async () => {
  const { first } = await open()
  ;(first as HTMLDialogElement).close()
  fireEvent(first, new Event('close'))
  expect(first).not.toBeInTheDocument()
})

test('Escape closes the newest dialog only', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'First' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus()
})

test.each([
  [false, 0],
  [true, 1],
])('a press beside it closes it, unless words would be lost: sticky %s', async (isSticky, left) => {
  const { user, first } = await open({ isSticky })
  const overlay = first.firstElementChild
  if (!overlay) throw new Error('no overlay')
  await user.click(overlay)
  expect(screen.queryAllByRole('dialog')).toHaveLength(left)
})
