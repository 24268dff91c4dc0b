import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useVisibleHeight } from './use-visible-height.ts'

function setup() {
  const view = Object.assign(new EventTarget(), { height: 800, scale: 1 })
  const scrollTo = vi.fn()
  vi.stubGlobal('visualViewport', view)
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('scrollTo', scrollTo)
  const { unmount } = renderHook(useVisibleHeight)
  const resize = (height: number, scale = 1) => {
    Object.assign(view, { height, scale }).dispatchEvent(new Event('resize'))
    return document.documentElement.style.getPropertyValue('--visible-height')
  }
  return { resize, scrollTo, unmount }
}

test('a keyboard that covers the window leaves the screen the height above it', () => {
  const { resize, scrollTo } = setup()
  expect(resize(460)).toBe('460px')
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
  expect(resize(800)).toBe('')
})

test('a bar of the browser or a zoom is no keyboard', () => {
  const { resize, scrollTo } = setup()
  expect([resize(740), resize(400, 2)]).toEqual(['', ''])
  expect(scrollTo).not.toHaveBeenCalled()
})

test('the height of the window is restored once the user leaves the screen', () => {
  const { resize, unmount } = setup()
  resize(460)
  unmount()
  expect(document.documentElement.style.getPropertyValue('--visible-height')).toBe('')
})
