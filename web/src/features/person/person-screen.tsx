import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { ArrowLeft, MessageCircle, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '../../lib/http/call.ts'
import { blocksQuery } from '../../queries/chat/blocks.ts'
import { useLikeChoice, withChoice } from '../../queries/pairs/likes.ts'
import { likeAndDismiss, passOver } from '../../queries/pairs/passes.ts'
import { useProfile } from '../../queries/profiles.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Bolt } from '../../ui/bolt.tsx'
import { buttonStyle } from '../../ui/button.tsx'
import { UserMenu } from '../../ui/dialogs/user-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LikeButton } from '../../ui/person/like-button.tsx'
import { PersonView } from '../../ui/person/person-view.tsx'
import { Redirect } from '../../ui/redirect.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { BlockPersonDialog } from './block-person-dialog.tsx'

const NOT_FOUND = [400, 404]

/** The page of one user. */
export function PersonScreen() {
  const id = Number(useParams().id)
  const user = useUser()
  const person = useProfile(id)
  const choice = useLikeChoice(id)
  const { data: blocks = [] } = useQuery(blocksQuery)

  if (id === user.id) return <Redirect to={clientRoutes.editProfile} />
  if (blocks.includes(id)) return <Gone title={t`Blocked User`} hint={t`You don't see each other anymore.`} />
  if (person.error instanceof ApiError && NOT_FOUND.includes(person.error.status))
    return <Gone title={t`User not found`} hint={t`This profile isn't available.`} />
  if (person.isPending) return <ScreenSpinner label={t`Loading the profile`} isPage />
  if (person.isLoadingError)
    return (
      <main>
        <LoadFailure title={t`Couldn't load the profile`} error={person.error} onRetry={person.refetch} isPage />
      </main>
    )
  return <Page person={withChoice(person.data, choice)} own={user.interests} />
}

function Gone({ title, hint }: { title: string; hint: string }) {
  return (
    <main>
      <EmptyState title={title} hint={hint} drawing="lost" isPage>
        <Link to={clientRoutes.feed} className={buttonStyle()}>{t`Explore Profiles`}</Link>
      </EmptyState>
    </main>
  )
}

const OVER_PHOTO = 'grid size-11 place-items-center rounded-full bg-shade/60 text-white'

function Page({ person, own }: { person: PublicProfile; own: readonly string[] }) {
  const { id, name, selfie, hasLiked, isMatch } = person
  const plainName = plainNameOf(name)
  const client = useQueryClient()
  const leave = useLeave()
  const [isBlocking, setBlocking] = useState(false)

  /** Both lead on: to the next card of the feed, or back. */
  function decide(choose: typeof passOver | typeof likeAndDismiss): void {
    void choose(client, { id, name, selfie })
    leave()
  }

  return (
    <main className="relative flex flex-1 flex-col [--mark-start:4rem] [--mark-top:calc(1.875rem+env(safe-area-inset-top))] [--photo-height:100dvh]">
      <ScreenTitle className="sr-only">{t`About`}</ScreenTitle>
      <div className="safe-top absolute inset-x-2 top-5 z-10 flex justify-between">
        <button type="button" aria-label={t`Back`} onClick={leave} className={OVER_PHOTO}>
          <ArrowLeft aria-hidden className="size-6 rtl:-scale-x-100" strokeWidth={1.75} />
        </button>
        <UserMenu
          user={person}
          hasChat={isMatch}
          blockText={t`Block`}
          onBlock={() => setBlocking(true)}
          className={OVER_PHOTO}
        />
      </div>
      <PersonView
        profile={person}
        own={own}
        frame={(photos) => (
          <SharedElement kind="card" userId={id}>
            {photos}
          </SharedElement>
        )}
      />
      {/* from left to right in every language, like swipes */}
      <div className="pointer-events-none sticky bottom-0 mt-auto flex items-center justify-center gap-5 bg-linear-to-t from-bg from-50% to-transparent p-4 pt-10 *:pointer-events-auto rail-phone:ms-[80dvh] rtl:flex-row-reverse">
        {!isMatch && !hasLiked && (
          <>
            <button
              type="button"
              aria-label={t`Pass ${plainName}`}
              data-action="pass" // the offer of notifications keeps away from it
              onClick={() => decide(passOver)}
              className="grid size-14 place-items-center rounded-full border border-line bg-surface text-ink shadow-float transition-transform active:scale-90"
            >
              <X aria-hidden className="size-7" strokeWidth={2} />
            </button>
            <LikeButton name={plainName} hasLiked={false} onLike={() => decide(likeAndDismiss)} />
          </>
        )}
        {!isMatch && hasLiked && (
          <p className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold">
            <Bolt className="size-5 shrink-0 text-zing" />
            <span>
              <Trans>
                You like <bdi>{plainName}</bdi>
              </Trans>
            </span>
          </p>
        )}
        {isMatch && (
          <Link to={chatRoute(id)} className={buttonStyle({ size: 'lg' })}>
            <MessageCircle aria-hidden className="size-5" strokeWidth={1.75} />
            {t`Message`}
          </Link>
        )}
      </div>
      {isBlocking && <BlockPersonDialog person={person} onClose={() => setBlocking(false)} />}
    </main>
  )
}

/** Goes back to the previous screen, or to the feed if the user opened the page by its address. */
function useLeave(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate(clientRoutes.feed, { replace: true }) : navigate(-1))
}
