import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { Sparkles } from 'lucide-react'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { type NewPeopleNotification, useReadNotifications } from '../../queries/notifications.ts'
import { profilesKey } from '../../queries/profiles.ts'

interface NewPeopleEntryProps {
  notification: NewPeopleNotification
  onClose: () => void
}

/** Tapping the entry goes to the feed, which fetches the new people. */
export function NewPeopleEntry({ notification: { id, createdAt }, onClose }: NewPeopleEntryProps) {
  const client = useQueryClient()
  const leaveTo = useLeaveLayers()
  const { readOne } = useReadNotifications()

  function tap(): void {
    readOne.mutate(id)
    void client.invalidateQueries({ queryKey: profilesKey })
    void leaveTo(clientRoutes.feed, onClose)
  }

  return (
    <li className="rounded-card border border-line bg-surface p-3">
      <button type="button" onClick={tap} className="flex w-full min-w-0 items-center gap-3 rounded-xl text-start">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-2 text-zing">
          <Sparkles aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{t`New people for you`}</span>
          <span className="block text-sm">{t`Somebody who fits has joined. Have a look at your feed.`}</span>
          <span className="block text-[13px] text-ink-2">
            <time dateTime={createdAt} title={exactTime(createdAt)}>
              {shortTime(createdAt)}
            </time>
          </span>
        </span>
      </button>
    </li>
  )
}
