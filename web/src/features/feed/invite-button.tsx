import { t } from '@lingui/core/macro'
import { Share2 } from 'lucide-react'
import { community } from '../../lib/state/community.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { Button } from '../../ui/button.tsx'

/** Shares the address of this community by the device's own sheet; without one, copies it. */
export function InviteButton() {
  return (
    <Button variant="outline" onClick={() => void invite()}>
      <Share2 aria-hidden className="size-5" strokeWidth={1.75} />
      {t`Invite a friend`}
    </Button>
  )
}

async function invite(): Promise<void> {
  const url = window.location.origin
  try {
    if (Reflect.has(navigator, 'share')) return await navigator.share({ title: community().name, url })
    await navigator.clipboard.writeText(url)
    toast(t`Link copied`, url)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return // closed by the user
    toastError(t`Couldn't share the link`, url)
  }
}
