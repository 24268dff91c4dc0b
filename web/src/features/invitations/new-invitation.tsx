import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Invitation } from '@zing/proto/community/door'
import { createInvitation } from '@zing/proto/http/door'
import { type FormEvent, useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { useCreateInvitation } from '../../queries/invitations.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/inputs/check-box.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const DAY_MS = 24 * 60 * 60 * 1_000
const ANY = 'any'
const USES: Record<string, MessageDescriptor> = {
  1: msg`One person`,
  5: msg`5 people`,
  25: msg`25 people`,
  [ANY]: msg`Any number of people`,
}
const DAYS: Record<string, MessageDescriptor> = { 1: msg`A day`, 7: msg`A week`, 30: msg`30 days`, [ANY]: msg`No end` }

const inWords = (text: MessageDescriptor | undefined) => text && t(text)

interface NewInvitationProps {
  /** Members make the careful one: for one person and a week. */
  hasChoices: boolean
  onCreated: (invitation: Invitation) => void
}

export function NewInvitation({ hasChoices, onCreated }: NewInvitationProps) {
  const [label, setLabel] = useState('')
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState('7')
  const [needsApproval, setNeedsApproval] = useState(false)
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useCreateInvitation()

  const create = useSingleFlight(() =>
    mutateAsync({
      uses: uses === ANY ? null : Number(uses),
      expiresAt: days === ANY ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      needsApproval,
      label,
    }).then(
      (created) => {
        setLabel('')
        onCreated(created)
      },
      (failure: Error) => toastError(t`Couldn't make an invitation`, failure.message),
    ),
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    const parsed = createInvitation.body?.safeParse({ label })
    const fault = parsed?.error?.issues[0]?.message
    setError(fault)
    if (fault === undefined) void create()
  }

  return (
    <form
      noValidate
      aria-label={t`New invitation`}
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <Field
        label={t`Who is it for?`}
        hint={t`Only you and the moderators see this. You can leave it empty.`}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            value={label}
            autoComplete="off"
            placeholder={t`Sam from the choir`}
            onChange={({ target }) => {
              setLabel(target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
      {hasChoices ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t`Lets in`}>
              {(control) => (
                <Select
                  {...control}
                  options={Object.keys(USES)}
                  textOf={(option) => inWords(USES[option]) ?? option}
                  value={uses}
                  onChange={({ target }) => setUses(target.value)}
                />
              )}
            </Field>
            <Field label={t`Works for`}>
              {(control) => (
                <Select
                  {...control}
                  options={Object.keys(DAYS)}
                  textOf={(option) => inWords(DAYS[option]) ?? option}
                  value={days}
                  onChange={({ target }) => setDays(target.value)}
                />
              )}
            </Field>
          </div>
          <CheckBox
            label={t`Still needs approval`}
            hint={t`They answer your question and wait in the queue.`}
            checked={needsApproval}
            onChange={({ target }) => setNeedsApproval(target.checked)}
          />
        </>
      ) : (
        <p className="text-sm text-ink-2">{t`The link lets one person in and works for a week.`}</p>
      )}
      <Button type="submit" wide className="sm:w-auto! sm:self-start" disabled={isPending}>
        {isPending && <Spinner />}
        {t`Make an invitation`}
      </Button>
    </form>
  )
}
