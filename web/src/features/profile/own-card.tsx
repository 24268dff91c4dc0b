import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { Plus, Settings } from 'lucide-react'
import { Link } from 'react-router-dom'
import { genderText } from '../../lib/text/choices.ts'
import { ownCardPlace } from '../../lib/text/place-text.ts'
import { completenessOf, missingOf } from '../../lib/text/profile/profile-goals.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { LiveMark } from '../../ui/person/live-mark.tsx'
import { PlaceLine } from '../../ui/person/place-line.tsx'
import { ProfilePhoto } from '../../ui/person/profile-photo.tsx'
import { VerifiedBadge } from '../../ui/person/verified-badge.tsx'

/** The user's own card, with what it lacks. */
export function OwnCard({ onSettings }: { onSettings: () => void }) {
  const user = useUser()
  const { name, username, age, gender, selfie, photos } = user
  const missing = missingOf(user)
  return (
    <section
      aria-label={t`You`}
      className="relative isolate mx-auto aspect-4/5 max-h-[60dvh] min-h-64 w-full shrink-0 overflow-hidden rounded-card bg-surface-2 landscape-phone:h-[74dvh] landscape-phone:max-h-none landscape-phone:w-auto"
    >
      <ProfilePhoto path={selfie} name={name} isFirst />
      {photos[0]?.isLive && <LiveMark className="start-3 top-4.5" />}
      <button
        type="button"
        aria-label={t`Settings`}
        title={t`Settings`}
        onClick={onSettings}
        className="absolute end-1.5 top-2 grid size-11 place-items-center rounded-full text-white"
      >
        <span className="grid size-9 place-items-center rounded-full bg-shade/60">
          <Settings aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
      </button>
      <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-shade/95 via-shade/70 via-60% to-transparent p-4 pt-16 text-white">
        <h2 dir="auto" className="text-ui-start text-[2rem] leading-9 [overflow-wrap:anywhere]">
          {name}
          {user.verified && <VerifiedBadge />}
        </h2>
        <p className="[overflow-wrap:anywhere]">
          <bdi>@{username}</bdi>
        </p>
        <p className="[overflow-wrap:anywhere]">
          {age} · <bdi className="english-capitals">{gender ? genderText(gender) : t`Not specified`}</bdi>
        </p>
        <PlaceLine profile={ownCardPlace(user)} />
        {missing && (
          <Link
            to={clientRoutes.editProfile}
            className="mt-3 flex min-h-11 items-center gap-3 rounded-2xl bg-white/15 px-3 py-2 text-sm leading-4.5 font-semibold"
          >
            <Plus aria-hidden className="size-5 shrink-0" strokeWidth={2} />
            <span className="flex-1 text-balance">{missing}</span>
            <span className="shrink-0 tabular-nums">{completenessOf(user)}%</span>
          </Link>
        )}
      </div>
    </section>
  )
}
