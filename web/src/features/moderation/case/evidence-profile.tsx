import { t } from '@lingui/core/macro'
import type { Evidence, EvidenceProfile as Profile } from '@zing/proto/moderation/evidence'
import { PROFILE_TEXT_NAMES } from '@zing/proto/profile-fields'
import type { ReactNode } from 'react'
import { genderText, orientationText, profilePartName } from '../../../lib/text/choices.ts'
import { kindText } from '../../../lib/text/place-text.ts'
import { promptText } from '../../../lib/text/profile/story-lists.ts'
import { exactTime } from '../../../lib/text/relative-time.ts'
import { PlaceName } from '../../../ui/person/place-line.tsx'
import { Tag } from '../tag.tsx'
import { SELFIE } from '../words.ts'
import { Words } from './case-section.tsx'
import { WantedPhoto } from './wanted-photo.tsx'

interface EvidenceProfileProps {
  evidence: Evidence
  /** Version of the photo that may be explicit. */
  flagged?: number | undefined
}

/** The profile as it was when it was reported. */
export function EvidenceProfile({ evidence, flagged }: EvidenceProfileProps) {
  const { profile, photo, photos, takenAt } = evidence
  const { name } = profile
  const flaggedId = flagged === undefined ? null : String(flagged)
  const isOther = photos.some(({ id }) => id === flaggedId)
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h4 className="font-semibold">{t`Profile at that time`}</h4>
      <div className="flex flex-col gap-3 lg:flex-row lg:items-start lg:gap-6">
        {(photo || photos.length > 0) && (
          <div className="flex shrink-0 flex-wrap gap-3 lg:max-w-1/2">
            {photo && <Photo path={photo} name={name} isFlagged={flaggedId !== null && !isOther} />}
            {photos.map(({ id, path }) => (
              <Photo key={id} path={path} name={name} photoId={id} isFlagged={id === flaggedId} />
            ))}
          </div>
        )}
        <ProfileDetails profile={profile}>
          <Detail term={t`Stored`}>{exactTime(takenAt)}</Detail>
        </ProfileDetails>
      </div>
    </div>
  )
}

/** The words of a profile, also where nobody has reported it. */
export function ProfileDetails({ profile, children }: { profile: Profile; children?: ReactNode }) {
  const { name, age, gender, orientation, username, createdAt, prompts, place } = profile
  return (
    <dl className="grid gap-x-4 gap-y-2 [overflow-wrap:anywhere] sm:grid-cols-[auto_1fr] sm:gap-y-1">
      <Detail term={t`Name`}>
        <bdi>{name}</bdi>
      </Detail>
      <Detail term={t`Username`}>
        <bdi>@{username}</bdi>
      </Detail>
      <Detail term={t`Age`}>{age}</Detail>
      <Detail term={t`Gender`}>
        <bdi>{genderText(gender)}</bdi>
      </Detail>
      <Detail term={t`Orientation`}>
        <bdi>{orientationText(orientation)}</bdi>
      </Detail>
      {place && (
        <Detail term={t`Place`}>
          <PlaceName place={place.name} isVisiting={place.isVisiting} /> ({kindText(place.kind)})
        </Detail>
      )}
      {PROFILE_TEXT_NAMES.map(
        (text) =>
          profile[text] && (
            <Detail key={text} term={profilePartName(text)}>
              <Words>{profile[text]}</Words>
            </Detail>
          ),
      )}
      {prompts.map(({ promptId, answer }) => (
        <Detail key={promptId} term={promptText(promptId) ?? t`Prompt`}>
          <Words>{answer}</Words>
        </Detail>
      ))}
      <Detail term={t`Joined`}>{exactTime(createdAt)}</Detail>
      {children}
    </dl>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-ink-2 max-sm:text-sm">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Photo({ path, name, photoId, isFlagged }: PhotoProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <WantedPhoto path={path} alt={photoAlt(name, photoId)} action={showText(photoId)} isProfile />
      {isFlagged && <Tag className="border-warn text-warn">{t`May be explicit`}</Tag>}
    </div>
  )
}

interface PhotoProps {
  path: string
  name: string
  photoId?: string
  isFlagged: boolean
}

function photoAlt(name: string, photoId: string | undefined): string {
  if (photoId === undefined) return t`Reported profile of ${name}`
  return photoId === SELFIE ? t`Selfie of ${name}` : t`Photo ${photoId} of ${name}`
}

function showText(photoId: string | undefined): string {
  if (photoId === undefined) return t`Show the photo`
  return photoId === SELFIE ? t`Show selfie` : t`Show photo ${photoId}`
}
