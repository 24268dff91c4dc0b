import { plainNameOf } from '@zing/proto/profiles/first-name'
import { exactTime, timeAgo } from '../../lib/text/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { PersonName } from '../../ui/person/person-name.tsx'

interface PersonRowProps {
  person: { name: string; selfie: string | null; age?: number }
  /** Says what happened when, such as "Blocked yesterday". */
  event: (when: string) => string
  at: string
  /** Text of the button, which opens a dialog. */
  action: string
  /** The same for screen readers, with the name. */
  label: (name: string) => string
  onAction: () => void
}

/** A person in a list of the account. */
export function PersonRow({ person: { name, selfie, age }, event, at, action, label, onAction }: PersonRowProps) {
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-3">
      <Avatar name={name} photo={selfie} isDecorative className="size-11" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 font-semibold">
          <PersonName name={name} className="truncate" />
          {age !== undefined && <span className="font-normal text-ink-2">{age}</span>}
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={at} title={exactTime(at)}>
            {event(timeAgo(at))}
          </time>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={label(plainNameOf(name))}
        aria-haspopup="dialog"
        onClick={onAction}
      >
        {action}
      </Button>
    </li>
  )
}
