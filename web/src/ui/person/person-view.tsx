import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PROFILE_TEXT_NAMES } from '@zing/proto/profile-fields'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { Story } from '@zing/proto/profiles/story'
import type { PublicProfile } from '@zing/proto/profiles/users'
import type { ReactNode } from 'react'
import { genderText, orientationText } from '../../lib/text/choices.ts'
import { lookingForSentence, promptText } from '../../lib/text/profile/story-lists.ts'
import { InterestChips } from '../inputs/interest-chips.tsx'
import { Gallery } from './gallery.tsx'
import { NameAndAge } from './person-name.tsx'
import { PlaceLine } from './place-line.tsx'
import { VerifiedBadge } from './verified-badge.tsx'

interface PersonViewProps {
  profile: Pick<
    PublicProfile,
    'name' | 'age' | 'gender' | 'orientation' | 'selfie' | 'place' | 'visiting' | 'distance'
  > &
    Story & { verified?: boolean }
  /** Interests of the signed-in user. */
  own: readonly string[]
  /** Puts the photos and the name into a frame. */
  frame?: (photos: ReactNode) => ReactNode
}

/** A user's page as others see it: photos, story and interests. */
export function PersonView({ profile, own, frame = (photos) => photos }: PersonViewProps) {
  const { age, gender, orientation, prompts, interests, lookingFor } = profile
  const name = plainNameOf(profile.name)
  const texts = PROFILE_TEXT_NAMES.filter((text) => profile[text])
  return (
    <article aria-label={t`${name}, ${age}`} className="rail-phone:grid rail-phone:grid-cols-[auto_minmax(0,1fr)]">
      {frame(
        <div className="relative rail-phone:sticky rail-phone:top-0 rail-phone:self-start">
          <Gallery name={name} photos={profile.photos} />
          <div className="pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t from-shade/90 via-shade/70 via-60% to-transparent p-4 pt-14 text-white landscape-phone:pb-18 rail-phone:pb-4">
            <h2 dir="auto" className="text-ui-start text-3xl [overflow-wrap:anywhere]">
              <NameAndAge name={profile.name} age={age} />
              {profile.verified && <VerifiedBadge />}
            </h2>
            <p className="[overflow-wrap:anywhere]">
              <bdi className="english-capitals">{genderText(gender)}</bdi>
              {orientation && (
                <>
                  {' · '}
                  <bdi className="english-capitals">{orientationText(orientation)}</bdi>
                </>
              )}
              {lookingFor && ` · ${lookingForSentence(lookingFor)}`}
            </p>
            <PlaceLine profile={profile} />
          </div>
        </div>,
      )}
      <div className="flex flex-col gap-4 p-4 rail-phone:pe-16">
        {texts.length + interests.length + prompts.length === 0 && (
          <p className="text-center [overflow-wrap:anywhere] text-ink-2">
            <Trans>
              <bdi>{name}</bdi> hasn't written anything yet.
            </Trans>
          </p>
        )}
        {texts.map((text) => (
          <p key={text} dir="auto" className="text-ui-start whitespace-pre-line [overflow-wrap:anywhere]">
            {profile[text]}
          </p>
        ))}
        {interests.length > 0 && (
          <ul aria-label={t`Interests`} className="flex flex-wrap gap-2">
            <InterestChips interests={interests} own={own} />
          </ul>
        )}
        {prompts.map(({ promptId, answer }) => {
          const question = promptText(promptId)
          return (
            question && (
              <section key={promptId} className="rounded-card border border-line bg-surface p-4">
                <h3 className="font-sans text-sm font-normal tracking-normal text-ink-2">{question}</h3>
                <p
                  dir="auto"
                  className="mt-1 text-ui-start font-display text-xl leading-7 font-bold whitespace-pre-line [overflow-wrap:anywhere]"
                >
                  {answer}
                </p>
              </section>
            )
          )
        })}
      </div>
    </article>
  )
}
