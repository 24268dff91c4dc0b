import { t } from '@lingui/core/macro'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Crop, clampCrop, shownSize, zoomAt } from './crop-rules.ts'

const KEY_STEP = 0.05
const KEY_ZOOM = 1.1
const WHEEL_ZOOM_PER_PX = 0.002
const MOVES: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ZOOMS: Partial<Record<string, number>> = { '+': KEY_ZOOM, '=': KEY_ZOOM, '-': 1 / KEY_ZOOM }

interface CropFrameProps {
  photo: string
  crop: Crop
  onCrop: (change: (before: Crop) => Crop) => void
  onLoad: (image: HTMLImageElement) => void
}

interface Point {
  x: number
  y: number
}

/** Frame of 4:5 in which a photo is moved by drag and arrow keys, and zoomed by pinch, wheel, + and -. */
export function CropFrame({ photo, crop, onCrop, onLoad }: CropFrameProps) {
  const frame = useRef<HTMLElement>(null)
  const [size, setSize] = useState({ width: 4, height: 5 })
  const pointers = useRef(new Map<number, Point>())
  useWheelZoom(frame, (factor, at) => onCrop((before) => zoomAt(size, before, before.zoom * factor, at)))

  function moveBy(x: number, y: number): void {
    onCrop((before) => clampCrop(size, { ...before, x: before.x + x, y: before.y + y }))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointIn(event.currentTarget, event))
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointIn(event.currentTarget, event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other) return moveBy(now.x - before.x, now.y - before.y)
    const factor = distance(now, other) / Math.max(distance(before, other), Number.EPSILON)
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    onCrop((last) => zoomAt(size, last, last.zoom * factor, middle))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const move = MOVES[event.key]
    const zoom = ZOOMS[event.key]
    if (!move && !zoom) return
    event.preventDefault()
    if (move) moveBy(move[0] * KEY_STEP, move[1] * KEY_STEP)
    if (zoom) onCrop((before) => zoomAt(size, before, before.zoom * zoom))
  }

  const end = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId)
  const shown = shownSize(size, crop.zoom)
  return (
    <section
      ref={frame}
      aria-label={t`Crop of your photo. Arrow keys move it, plus and minus zoom.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the photo
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
      className="crop-frame relative cursor-move touch-none overflow-hidden rounded-card bg-surface-2"
    >
      <img
        src={photo}
        alt={t`Your crop`}
        draggable={false}
        onLoad={({ currentTarget }) => {
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          onLoad(currentTarget)
        }}
        className="pointer-events-none absolute top-1/2 left-1/2 max-w-none origin-center select-none"
        style={{
          width: `${shown.width * 100}%`,
          transform: `translate(-50%, -50%) translate(${(crop.x / shown.width) * 100}%, ${(crop.y / shown.height) * 100}%)`,
        }}
      />
    </section>
  )
}

/** Point in widths of the frame from its middle. */
function pointIn(frame: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: (clientX - left - width / 2) / (width || 1), y: (clientY - top - height / 2) / (width || 1) }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Adds the listener itself: React's listener is passive and would let the page scroll. */
function useWheelZoom(frame: RefObject<HTMLElement | null>, onZoom: (factor: number, at: Point) => void): void {
  const latest = useRef(onZoom)
  latest.current = onZoom
  useEffect(() => {
    const element = frame.current
    if (!element) return
    function onWheel(event: WheelEvent): void {
      event.preventDefault()
      if (element) latest.current(Math.exp(-event.deltaY * WHEEL_ZOOM_PER_PX), pointIn(element, event))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame])
}
