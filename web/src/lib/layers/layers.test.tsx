import { renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeLayers, followHistory, layers, useLayer } from './layers.ts'

interface Open {
  isOpen: boolean
}

test('a layer that opens while an earlier entry is being left stays open, and Back closes it', async () => {
  onTestFinished(followHistory())
  const [closeFirst, closeSecond] = [vi.fn(), vi.fn()]
  const first = renderHook(({ isOpen }: Open) => useLayer(isOpen, closeFirst), { initialProps: { isOpen: true } })
  const second = renderHook(({ isOpen }: Open) => useLayer(isOpen, closeSecond), { initialProps: { isOpen: false } })
  await waitFor(() => expect(history.state).toMatchObject({ layers: 1 }))

  first.rerender({ isOpen: false })
  await Promise.resolve() // the entry is being left from now on
  second.rerender({ isOpen: true })
  const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await left
  await waitFor(() => expect(history.state).toMatchObject({ layers: 1 }))
  expect([closeFirst, closeSecond].map(({ mock }) => mock.calls)).toEqual([[], []])

  history.back()
  await waitFor(() => expect(closeSecond).toHaveBeenCalledOnce())
  expect(layers.get()).toEqual([])
})

test('when a layer closes while another entry is being left, closing all waits for both', async () => {
  onTestFinished(followHistory())
  const depth = () => history.state?.layers ?? 0
  const first = renderHook(({ isOpen }: Open) => useLayer(isOpen, vi.fn()), { initialProps: { isOpen: true } })
  const second = renderHook(({ isOpen }: Open) => useLayer(isOpen, vi.fn()), { initialProps: { isOpen: true } })
  await waitFor(() => expect(depth()).toBe(2))
  second.rerender({ isOpen: false })
  await Promise.resolve() // its entry is being left from now on
  first.rerender({ isOpen: false })
  await closeLayers()
  expect(depth()).toBe(0)
})
