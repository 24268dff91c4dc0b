import { Suspense, useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { FEEDBACK_DELAY_MS } from '../../lib/limits.ts'
import { readStored, writeStored } from '../../lib/stored.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const KEY = 'zing.feedback-shown'
const FeedbackModal = lazyComponent(async () => (await import('./feedback-modal.tsx')).FeedbackModal)

/** Shows the survey once per session, after FEEDBACK_DELAY_MS. */
export function FeedbackPrompt() {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (readStored(sessionStorage, KEY, z.literal(true))) return
    const timer = setTimeout(() => {
      writeStored(sessionStorage, KEY, true)
      setShown(true)
    }, FEEDBACK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  if (!isShown) return null
  return (
    <Suspense>
      <FeedbackModal onClose={() => setShown(false)} />
    </Suspense>
  )
}
