// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DOUBLE_TAP_MS, ignoreSecondTaps } from './double-tap.ts'

let end: () => void
beforeEach(() => {
  end = ignoreSecondTaps()
})
afterEach(() => {
  end()
  document.body.innerHTML = ''
})

interface Press {
  at?: number
  x?: number
  detail?: number
  pointerType?: string
}

/** jsdom has no coordinates and no times of its own. */
function press(element: Element, { at = 0, x = 100, detail = 1, pointerType = 'touch' }: Press = {}): void {
  const event = new PointerEvent('click', {
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: 50,
    detail,
    pointerType,
  })
  Object.defineProperty(event, 'timeStamp', { value: 10_000 + at })
  element.dispatchEvent(event)
}

function addButton(label: string) {
  const button = document.createElement('button')
  button.textContent = label
  document.body.append(button)
  const onClick = vi.fn()
  button.addEventListener('click', onClick)
  return { button, onClick }
}

test.each<[string, string, Press]>([
  ['does nothing', '120 ms later', { at: 120 }],
  ['does nothing', '500 ms later', { at: 500 }],
  ['does nothing', '20 px away', { at: 120, x: 120 }],
  ['does nothing', 'by a mouse in its place', { at: 120, x: 102, pointerType: 'mouse' }],
  ['acts', 'by a mouse that has moved', { at: 120, x: 106, pointerType: 'mouse' }],
  ['acts', 'elsewhere', { at: 120, x: 130 }],
  ['acts', 'after the time of a double tap', { at: DOUBLE_TAP_MS }],
  ['acts', 'by the keyboard', { at: 120, detail: 0 }],
])('when another control appears under the finger, it %s on a press %s', (effect, _when, second) => {
  const first = addButton('Reset')
  press(first.button)
  const { button, onClick } = addButton('Reset everything')
  press(button, second)
  expect(first.onClick).toHaveBeenCalledTimes(1)
  expect(onClick).toHaveBeenCalledTimes(effect === 'acts' ? 1 : 0)
})

test('when a control is unchanged, both presses act', () => {
  const { button, onClick } = addButton('One more')
  press(button)
  press(button, { at: 120 })
  expect(onClick).toHaveBeenCalledTimes(2)
})

test('when the first press changes the action of a control, the second does nothing', () => {
  const { button, onClick } = addButton('Take')
  button.addEventListener('click', () => button.setAttribute('aria-pressed', 'true'))
  press(button)
  press(button, { at: 250 })
  expect(onClick).toHaveBeenCalledTimes(1)
  press(button, { at: 250 + DOUBLE_TAP_MS })
  expect(onClick).toHaveBeenCalledTimes(2)
})

test('when a checkbox is tapped twice, it changes once', () => {
  const box = document.createElement('input')
  box.type = 'checkbox'
  document.body.append(box)
  press(box)
  press(box, { at: 250 })
  expect(box.checked).toBe(true)
  press(box, { at: 250 + DOUBLE_TAP_MS })
  expect(box.checked).toBe(false)
})
