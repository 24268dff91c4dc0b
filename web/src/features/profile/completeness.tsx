import { missingParts, PROFILE_PARTS, type ProfilePart } from '../../lib/text/story.ts'
import { useUser } from '../../queries/session/user-context.ts'

const NEXT_STEP: Record<ProfilePart, string> = {
  photo: "Take a selfie. People like to see who they're meeting.",
  'more photos': 'Add a second photo.',
  bio: 'Write a few words about yourself.',
  prompts: 'Answer a question. It makes the first message easier.',
  interests: 'Pick your interests. The ones you share stand out.',
  'looking for': "Say what you're looking for.",
}

/** Shows how complete the profile is, and the next step. */
export function Completeness() {
  const [next, ...others] = missingParts(useUser())
  if (!next) return null
  const percent = Math.round(((PROFILE_PARTS.length - others.length - 1) / PROFILE_PARTS.length) * 100)
  return (
    <section aria-label="Completeness" className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold">Your profile is {percent}% complete</p>
      <div
        role="progressbar"
        aria-label="Completeness of your profile"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-surface-2"
      >
        <div className="h-full rounded-full bg-zing" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-sm text-ink-2">{NEXT_STEP[next]}</p>
    </section>
  )
}
