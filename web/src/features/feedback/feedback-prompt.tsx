import { Suspense, useState } from 'react'
import { z } from 'zod/mini'
import { FEEDBACK_DELAY_MS } from '../../lib/limits.ts'
import { readStored, writeStored } from '../../lib/state/stored.ts'
import { useAtRest } from '../../lib/view/use-at-rest.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const KEY = 'zing.feedback-shown'
const FeedbackModal = lazyComponent(async () => (await import('./feedback-modal.tsx')).FeedbackModal)

/** Shows the survey once per session, after FEEDBACK_DELAY_MS, over a screen at rest. */
export function FeedbackPrompt() {
  const [isShown, setShown] = useState(false)

  useAtRest(FEEDBACK_DELAY_MS, () => {
    if (readStored(sessionStorage, KEY, z.literal(true))) return
    writeStored(sessionStorage, KEY, true)
    setShown(true)
  })

  if (!isShown) return null
  return (
    <Suspense>
      <FeedbackModal onClose={() => setShown(false)} />
    </Suspense>
  )
}
