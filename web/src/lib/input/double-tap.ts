/** Another press at the same place within this many milliseconds belongs to a double tap. Slow double taps take 500. */
export const DOUBLE_TAP_MS = 600
/** Presses within this distance, in CSS pixels, are at the same place. A finger is less exact than a mouse. */
const SAME_PLACE_PX = { mouse: 2, finger: 24 }

const CONTROL = 'a, button, input, select, textarea, summary, [role^="menuitem"]'
/** Says what the next press on a control would do. */
const STATES = ['aria-label', 'aria-pressed', 'aria-expanded', 'aria-checked', 'aria-selected']

interface Tap {
  at: number
  x: number
  y: number
  control: Element
  state: string
}

/**
 * Ignores the second press of a double tap, unless it meets the same unchanged control. Otherwise it would act on whatever
 * the first press brought under the finger, or undo the first. Returns a function that stops this.
 */
export function ignoreSecondTaps(): () => void {
  let first: Tap | null = null

  function onClick(event: MouseEvent): void {
    if (event.detail === 0 || isForwarded(event.target)) return // a key or a script; a label's click, which its control gets
    const tap = tapOf(event)
    if (!first || !isSecond(first, tap, event)) {
      first = tap
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  window.addEventListener('click', onClick, true)
  return () => window.removeEventListener('click', onClick, true)
}

function isForwarded(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest('label')?.control : null
  return Boolean(control) && control !== target
}

function tapOf({ target, timeStamp, clientX, clientY }: MouseEvent): Tap {
  const element = target instanceof Element ? target : document.documentElement
  const control = element.closest(CONTROL) ?? element
  const states = STATES.map((name) => control.getAttribute(name))
  const isChecked = control instanceof HTMLInputElement && control.checked
  return {
    at: timeStamp,
    x: clientX,
    y: clientY,
    control,
    state: JSON.stringify([...states, isChecked, control.textContent]),
  }
}

function isSecond(first: Tap, tap: Tap, event: MouseEvent): boolean {
  const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse'
  const reach = isMouse ? SAME_PLACE_PX.mouse : SAME_PLACE_PX.finger
  const isSoon = tap.at - first.at < DOUBLE_TAP_MS
  const isNear = Math.hypot(tap.x - first.x, tap.y - first.y) <= reach
  return isSoon && isNear && !(tap.control === first.control && tap.state === first.state)
}
