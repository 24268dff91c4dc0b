import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { rememberPush } from '../../../lib/device/push-support.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { useLayer } from '../../../lib/layers/layers.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { notificationsQuery } from '../../../queries/notifications.ts'
import { usePushHere } from '../../../queries/push.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

interface PushOfferProps {
  vapidPublicKey: string
  onClose: () => void
}

/**
 * Asks in our own words first, because a browser asks once and a refusal there is final. Covers no control. Closes when
 * the user opens another screen: its history entry would come later, and browsers skip untouched entries on Back.
 */
export function PushOffer({ vapidPublicKey, onClose }: PushOfferProps) {
  const { mutateAsync, isPending } = usePushHere(useUser().id)
  const { data: notifications = [] } = useQuery({ ...notificationsQuery, enabled: false }) // the bell keeps them
  const match = notifications.find((one) => one.type === 'MATCH')
  const { key } = useLocation()
  const [firstKey] = useState(key)
  const isSameScreen = key === firstKey
  useLayer(isSameScreen, close)
  useEffect(() => {
    if (!isSameScreen) onClose() // unanswered: the next start offers it again
  }, [isSameScreen, onClose])

  function close(): void {
    rememberPush(0)
    onClose()
  }

  const turnOn = useSingleFlight(async () => {
    try {
      if (!(await mutateAsync(vapidPublicKey))) return close()
      toast(t`Notifications are on`)
      onClose()
    } catch (error) {
      if (error instanceof Error) toastError(t`Couldn't turn on notifications`, error.message)
    }
  })

  return (
    <aside
      aria-labelledby="push-offer"
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-md p-4 animate-rise max-lg:in-[:has([data-action=pass])]:hidden lg:inset-x-auto lg:bottom-0 lg:start-[calc(var(--frame-edge)+5.25rem)] lg:w-[350px]"
    >
      <div className="rounded-card border border-line bg-surface p-5 text-ink shadow-float">
        <h2 id="push-offer" className="text-xl">
          {match ? (
            <Trans>
              Know when <bdi>{plainNameOf(match.payload.name)}</bdi> writes back
            </Trans>
          ) : (
            t`Know when someone likes you`
          )}
        </h2>
        <p className="mt-1 mb-4 text-ink-2">{t`We'll tell you about likes, matches and messages, without names or what someone wrote. You can change this in Account.`}</p>
        <div className="flex flex-col gap-2">
          <Button wide aria-busy={isPending} onClick={turnOn}>
            {isPending && <Spinner />}
            {t`Turn on notifications`}
          </Button>
          <Button variant="ghost" wide onClick={close}>{t`Not now`}</Button>
        </div>
      </div>
    </aside>
  )
}
