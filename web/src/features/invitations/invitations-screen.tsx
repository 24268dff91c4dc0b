import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { Invitation } from '@zing/proto/community/door'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { invitationsQuery, useMayInvite } from '../../queries/invitations.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { NewInvitation } from './new-invitation.tsx'

/** Links that let people in: all of them for moderators and admins, own ones for members. */
export function InvitationsScreen() {
  const isStaffScreen = useLocation().pathname === clientRoutes.adminInvitations
  const mayInvite = useMayInvite()
  const { data, isPending, isLoadingError, error, refetch, ...page } = useInfiniteQuery(invitationsQuery)
  const [shown, setShown] = useState<Invitation | null>(null)
  return (
    <main className={isStaffScreen ? 'flex flex-col gap-4 p-4 lg:p-6' : 'flex flex-col gap-4 p-5'}>
      {isStaffScreen ? (
        <h2 className="text-2xl">{t`Invitations`}</h2>
      ) : (
        <ScreenHeader back={clientRoutes.profile} backLabel={t`Back to profile`} title={t`Invite people`} />
      )}
      {mayInvite && <NewInvitation hasChoices={isStaffScreen} onCreated={setShown} />}
      {isPending && (
        <output aria-label={t`Loading invitations`} className="grid min-h-32 place-items-center text-zing">
          <Spinner className="size-8" />
        </output>
      )}
      {isLoadingError && <LoadFailure title={t`Couldn't load invitations`} error={error} onRetry={refetch} />}
      {data?.length === 0 && mayInvite && (
        <EmptyState
          title={t`No invitations yet`}
          hint={t`Make one, and send its link to someone you like.`}
          drawing="users"
        />
      )}
      {data?.length === 0 && !mayInvite && (
        <EmptyState title={t`You can't invite people here yet`} drawing="users">
          <Link to={clientRoutes.profile} className={buttonStyle()}>{t`Back to profile`}</Link>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul aria-label={t`Invitations`} className="flex flex-col gap-3">
          {data.map((one) => (
            <InvitationCard key={one.id} one={one} onShow={() => setShown(one)} />
          ))}
        </ul>
      )}
      <ShowMore page={page} />
      {shown && <InvitationDialog one={shown} onClose={() => setShown(null)} />}
    </main>
  )
}
