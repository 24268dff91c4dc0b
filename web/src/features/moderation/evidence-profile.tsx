import type { Evidence } from '@zing/proto/moderation'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { exactTime } from '../../lib/relative-time.ts'
import { Button } from '../../ui/button.tsx'

/** The profile as it was when it was reported. */
export function EvidenceProfile({ evidence }: { evidence: Evidence }) {
  const { profile, photo, takenAt } = evidence
  const { name, age, gender, orientation, username, createdAt } = profile
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h4 className="font-semibold">Profile at that time</h4>
      {photo && <Photo path={photo} name={name} />}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [overflow-wrap:anywhere]">
        <Fact term="Name">
          <bdi>{name}</bdi>
        </Fact>
        <Fact term="Username">
          <bdi>@{username}</bdi>
        </Fact>
        <Fact term="Age">{age}</Fact>
        <Fact term="Gender">
          <bdi>{gender}</bdi>
        </Fact>
        <Fact term="Orientation">
          <bdi>{orientation}</bdi>
        </Fact>
        <Fact term="Joined">{exactTime(createdAt)}</Fact>
        <Fact term="Stored">{exactTime(takenAt)}</Fact>
      </dl>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Blurred until the moderator wants to see it: it may be disturbing. */
function Photo({ path, name }: { path: string; name: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-40 overflow-hidden rounded-(--radius-input) bg-surface-2">
        <img
          src={path}
          alt={`Reported profile of ${name}`}
          width={864}
          height={1080}
          loading="lazy"
          decoding="async"
          className={clsx('aspect-4/5 h-auto w-full object-cover', !isShown && 'blur-xl')}
        />
      </div>
      <Button variant="outline" size="sm" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        Show the photo
      </Button>
    </div>
  )
}
