import { useEffect, useRef, useState } from 'react'

/** Counts seconds down over the live picture; `onEnd` is called once. */
export function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(seconds)
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    if (left === 0) return end.current()
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])

  return (
    <span
      aria-hidden // the words below say it once
      className="absolute top-3 end-3 grid size-14 place-items-center rounded-full bg-shade/70 font-display text-3xl font-bold text-white tabular-nums"
    >
      {left}
    </span>
  )
}
