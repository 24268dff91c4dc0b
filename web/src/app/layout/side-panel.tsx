import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { isFinal } from '../../lib/http/call.ts'
import { useWaitingLikes } from '../../queries/pairs/waiting-likes.ts'
import { profileQuery } from '../../queries/profiles.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { PersonView } from '../../ui/person/person-view.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { RecentLikes } from './recent-likes.tsx'
import { Tips } from './tips.tsx'

/** The right side of the frame: the partner of the open chat, or likes and tips. */
export function SidePanel({ partnerId }: { partnerId: number | null }) {
  const likes = useWaitingLikes()
  if (partnerId !== null) return <PartnerPanel key={partnerId} partnerId={partnerId} />
  return (
    <PanelFrame title={t`Likes and tips`}>
      {likes && (
        <>
          <RecentLikes likes={likes} />
          <Tips />
        </>
      )}
    </PanelFrame>
  )
}

/** Says nothing about a partner who has ended the match: the chat is not found either. */
function PartnerPanel({ partnerId }: { partnerId: number }) {
  const { interests } = useUser()
  const { data: partner, error } = useQuery(profileQuery(partnerId))
  if (isFinal(error)) return <SidePanel partnerId={null} />
  return (
    <PanelFrame title={partner ? t`About ${plainNameOf(partner.name)}` : ''} label={t`About your match`}>
      {partner && <PersonView profile={partner} own={interests} />}
    </PanelFrame>
  )
}
