import type { Pose } from '@zing/proto/vision/poses'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface Face {
  /** The place of eyes, nose and mouth, from the middle of the head. */
  x?: number
  y?: number
  /** Degrees by which the head leans. */
  lean?: number
  eyes?: 'closed'
  mouth?: 'open' | 'smile'
  hand?: ReactNode
}

const FIST = <rect x="84" y="62" width="20" height="18" rx="7" />

/** Drawn as in a mirror: the own left is on the left. */
const FACES: Record<Pose, Face> = {
  'turn-left': { x: -13 },
  'turn-right': { x: 13 },
  'look-up': { y: -13 },
  'look-down': { y: 13 },
  'tilt-left': { lean: -24 },
  'tilt-right': { lean: 24 },
  'open-mouth': { mouth: 'open' },
  'close-eyes': { eyes: 'closed' },
  smile: { mouth: 'smile' },
  'raise-hand': { hand: <path d="M87 82V62m5 16V54m6 24V54m6 26V60m-17 14-6-8M87 82c2 8 15 8 17-2" /> },
  'thumb-up': {
    hand: (
      <>
        {FIST}
        <path d="M89 62V48" />
      </>
    ),
  },
  'two-fingers': {
    hand: (
      <>
        {FIST}
        <path d="m90 62-4-18M98 62l4-18" />
      </>
    ),
  },
}

interface PoseFigureProps {
  pose: Pose
  /** Shows the person as others do, not as a mirror. */
  isUnmirrored?: boolean
  className?: string
}

/** A drawn head in a pose. Words beside it say the same. */
export function PoseFigure({ pose, isUnmirrored = false, className = 'size-24' }: PoseFigureProps) {
  const { x = 0, y = 0, lean = 0, eyes, mouth, hand } = FACES[pose]
  return (
    <svg
      aria-hidden
      viewBox="0 0 112 112"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('shrink-0', isUnmirrored && '-scale-x-100', className)}
    >
      <path d="M18 108c4-14 16-20 34-20s30 6 34 20" />
      <g transform={`rotate(${lean} 52 84)`}>
        <ellipse cx="52" cy="48" rx="27" ry="34" fill="var(--color-surface)" />
        <g transform={`translate(${x} ${y})`} className="text-zing">
          {eyes === 'closed' ? (
            <path d="M37 42c2 3 6 3 8 0m14 0c2 3 6 3 8 0" />
          ) : (
            <path d="M41 42h.1M63 42h.1" strokeWidth="7" />
          )}
          <path d="M52 46v8h-3" strokeWidth="2.5" />
          {mouth === 'open' && <ellipse cx="52" cy="67" rx="7" ry="8" fill="currentColor" />}
          {mouth === 'smile' && <path d="M39 61c3 12 23 12 26 0z" />}
          {!mouth && <path d="M46 65h12" />}
        </g>
      </g>
      {hand}
    </svg>
  )
}
