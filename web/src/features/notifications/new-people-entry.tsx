import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { Sparkles } from 'lucide-react'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import type { NewPeopleNotification } from '../../queries/notifications.ts'
import { profilesKey } from '../../queries/profiles.ts'
import { NoticeEntry } from './notice-entry.tsx'

interface NewPeopleEntryProps {
  notification: NewPeopleNotification
  onClose: () => void
}

/** Tapping the entry goes to the feed, which fetches the new people. */
export function NewPeopleEntry({ notification, onClose }: NewPeopleEntryProps) {
  const client = useQueryClient()
  const leaveTo = useLeaveLayers()

  function goToFeed(): void {
    void client.invalidateQueries({ queryKey: profilesKey })
    void leaveTo(clientRoutes.feed, onClose)
  }

  return (
    <NoticeEntry
      notification={notification}
      Icon={Sparkles}
      title={t`New people for you`}
      hint={t`Someone who fits has joined. Have a look at your feed.`}
      isGood
      onTap={goToFeed}
    />
  )
}
