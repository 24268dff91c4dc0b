import type { Evidence, EvidenceProfile as Profile } from '@zing/proto/moderation/evidence'
import { PROFILE_TEXT_NAMES, profileTexts } from '@zing/proto/profile-fields'
import { PROMPTS } from '@zing/proto/profiles/profile-story'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { exactTime } from '../../../lib/text/relative-time.ts'
import { Button } from '../../../ui/button.tsx'
import { photoText } from '../words.ts'
import { Words } from './case-section.tsx'

/** The profile as it was when it was reported. */
export function EvidenceProfile({ evidence }: { evidence: Evidence }) {
  const { profile, photo, photos, takenAt } = evidence
  const { name } = profile
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h4 className="font-semibold">Profile at that time</h4>
      <div className="flex flex-col gap-3 lg:flex-row lg:items-start lg:gap-6">
        {(photo || photos.length > 0) && (
          <div className="flex shrink-0 flex-wrap gap-3 lg:max-w-1/2">
            {photo && <Photo path={photo} name={name} />}
            {photos.map(({ id, path }) => (
              <Photo key={id} path={path} name={name} title={photoText(id)} />
            ))}
          </div>
        )}
        <ProfileDetails profile={profile}>
          <Detail term="Stored">{exactTime(takenAt)}</Detail>
        </ProfileDetails>
      </div>
    </div>
  )
}

/** The words of a profile, also where nobody has reported it. */
export function ProfileDetails({ profile, children }: { profile: Profile; children?: ReactNode }) {
  const { name, age, gender, orientation, username, createdAt, prompts } = profile
  return (
    <dl className="grid gap-x-4 gap-y-2 [overflow-wrap:anywhere] sm:grid-cols-[auto_1fr] sm:gap-y-1">
      <Detail term="Name">
        <bdi>{name}</bdi>
      </Detail>
      <Detail term="Username">
        <bdi>@{username}</bdi>
      </Detail>
      <Detail term="Age">{age}</Detail>
      <Detail term="Gender">
        <bdi>{gender}</bdi>
      </Detail>
      <Detail term="Orientation">
        <bdi>{orientation}</bdi>
      </Detail>
      {PROFILE_TEXT_NAMES.map(
        (text) =>
          profile[text] && (
            <Detail key={text} term={profileTexts[text].name}>
              <Words>{profile[text]}</Words>
            </Detail>
          ),
      )}
      {prompts.map(({ promptId, answer }) => (
        <Detail key={promptId} term={PROMPTS.find(({ id }) => id === promptId)?.text ?? 'Prompt'}>
          <Words>{answer}</Words>
        </Detail>
      ))}
      <Detail term="Joined">{exactTime(createdAt)}</Detail>
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

/** Blurred until the moderator wants to see it: it may be disturbing. */
function Photo({ path, name, title }: { path: string; name: string; title?: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-40 overflow-hidden rounded-(--radius-input) bg-surface-2">
        <img
          src={path}
          alt={title ? `${title} of ${name}` : `Reported profile of ${name}`}
          width={864}
          height={1080}
          loading="lazy"
          decoding="async"
          className={clsx('aspect-4/5 h-auto w-full object-cover', !isShown && 'blur-xl')}
        />
      </div>
      <Button variant="outline" size="sm" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {title ? `Show ${title.toLowerCase()}` : 'Show the photo'}
      </Button>
    </div>
  )
}
