import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { isPushOn, mayAskForPush } from '../../lib/device/push-support.ts'
import { language } from '../../lib/language/language.ts'
import { PUSH_OFFER_DELAY_MS } from '../../lib/limits.ts'
import { useStore } from '../../lib/state/create-store.ts'
import { useAtRest } from '../../lib/view/use-at-rest.ts'
import { useMedia, WIDE } from '../../lib/view/use-media.ts'
import { unreadQuery } from '../../queries/chat/conversations.ts'
import { notificationsQuery } from '../../queries/notifications.ts'
import { clientConfigQuery } from '../../queries/session/client-config.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const PASS = '[data-action="pass"]'

const PushOffer = lazyComponent(
  async () => (await import('../../features/account/notifications/push-offer.tsx')).PushOffer,
)

/** Sets the app badge, offers notifications after the first like or match, and renews the browser's subscription. */
export function PushHost() {
  const client = useQueryClient()
  const { id } = useUser()
  const { data: messages } = useQuery({ ...unreadQuery, enabled: false }) // other parts of the screen keep them
  const { data: known } = useQuery({ ...notificationsQuery, enabled: false })
  const notifications = known ?? []
  const hasReason = notifications.some(({ type }) => type === 'LIKE' || type === 'MATCH')
  const [isOn] = useState(() => isPushOn(id)) // a browser that the user turns on later is bound already
  const mayAsk = hasReason && mayAskForPush()
  const { data: config } = useQuery({ ...clientConfigQuery, enabled: isOn || mayAsk })
  const vapidPublicKey = config?.vapidPublicKey
  const spoken = useStore(language)
  const [isOffered, setOffered] = useState(false)
  const [isOver, setOver] = useState(false)

  const unread = messages === undefined || !known ? null : messages + known.filter(({ readAt }) => !readAt).length
  useEffect(() => {
    if (unread === null) return // unknown: the badge may still be right
    navigator.setAppBadge?.(unread).catch(() => {}) // the app is not installed
    if (unread === 0 && isOn) void closeShown()
  }, [unread, isOn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server must know the language of this device
  useEffect(() => {
    if (!vapidPublicKey || !isOn) return
    import('../../queries/push.ts').then(({ bindBrowser }) => bindBrowser(client, vapidPublicKey)).catch(() => {}) // the next start tries again
  }, [vapidPublicKey, isOn, client, spoken])

  if (!vapidPublicKey || !mayAsk || isOver) return null
  if (!isOffered) return <AtRest onRest={() => setOffered(true)} />
  return (
    <Suspense>
      <PushOffer vapidPublicKey={vapidPublicKey} onClose={() => setOver(true)} />
    </Suspense>
  )
}

/** Closes this device's notifications once the user has read everything, here or on another device. */
async function closeShown(): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  for (const notification of await registration.getNotifications()) notification.close()
}

/** The offer would cover pass and like, except in a wide window, where it lies over the list of conversations. */
function AtRest({ onRest }: { onRest: () => void }) {
  const isWide = useMedia(WIDE)
  useAtRest(PUSH_OFFER_DELAY_MS, () => {
    if (isWide || !document.querySelector(PASS)) onRest()
  })
  return null
}
