import { clsx } from 'clsx'
import { useId } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { useUpdateAccount } from '../../queries/account.ts'
import { useUser } from '../../queries/user-context.ts'
import { toast, toastError } from '../../ui/toast-store.ts'
import { Section } from './section.tsx'

export function VisibilitySection() {
  const { hidden = false } = useUser() // absent in the response of a server of before
  const { mutateAsync, isPending } = useUpdateAccount()
  const id = useId()

  const toggle = useSingleFlight(() =>
    mutateAsync({ hidden: !hidden }).then(
      (user) => toast(user.hidden ? 'You are hidden' : 'You are on the feed again'),
      (error: Error) => toastError('The visibility was not changed', error.message),
    ),
  )

  return (
    <Section title="Visibility" hint="Nobody new finds you while you are hidden. Your matches and chats go on.">
      <div className="flex min-h-14 items-center gap-3 px-4 py-2">
        <span id={id} className="flex-1 font-semibold">
          Hide me from the feed
        </span>
        <button
          type="button"
          role="switch"
          aria-checked={hidden}
          aria-labelledby={id}
          aria-busy={isPending}
          onClick={toggle}
          className="grid min-h-11 min-w-14 place-items-center rounded-full aria-busy:opacity-50"
        >
          <span className={clsx('w-13 rounded-full border-2 p-0.5', hidden ? 'border-zing bg-zing' : 'border-ink-2')}>
            <span
              className={clsx(
                'block size-5 rounded-full transition-transform',
                hidden ? 'translate-x-6 bg-on-zing' : 'bg-ink-2',
              )}
            />
          </span>
        </button>
      </div>
    </Section>
  )
}
