import { t } from '@lingui/core/macro'
import { adminPin } from '@zing/proto/accounts/admin-pin'
import { ADMIN_PIN_LENGTH } from '@zing/proto/limits'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ApiError } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { useVerifyPin } from '../../../queries/moderation/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { PinField } from './pin-field.tsx'

export function PinForm({ onVerified }: { onVerified: () => void }) {
  const [pin, setPin] = useState('')
  const { mutateAsync, isPending } = useVerifyPin()

  const verify = useSingleFlight(() =>
    mutateAsync(pin, {
      onSuccess: ({ success }) => {
        if (success) {
          toast(t`Access granted`, t`Welcome to the admin panel`)
          return onVerified()
        }
        toastError(t`Access denied`, t`Invalid PIN`)
        setPin('')
      },
      onError: (error) => {
        const isThrottled = error instanceof ApiError && error.status === 429
        toastError(t`Error`, isThrottled ? error.message : t`Failed to verify PIN`)
      },
    }).catch(() => {}),
  )

  function submit(event: FormEvent | KeyboardEvent): void {
    event.preventDefault()
    const typed = adminPin.safeParse(pin)
    if (typed.success) void verify()
    else toastError(t`Invalid PIN`, typed.error.issues[0]?.message)
  }

  /** Submits on Enter although the button is disabled, so that the user sees the error. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') submit(event)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <PinField pin={pin} onPin={setPin} onKeyDown={onKeyDown} />
      <Button type="submit" wide disabled={pin.length !== ADMIN_PIN_LENGTH || isPending}>
        {isPending && <Spinner />}
        {t`Verify`}
      </Button>
    </form>
  )
}
