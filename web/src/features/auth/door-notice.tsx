import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { invitationCode } from '@zing/proto/community/door'
import { DoorClosed, Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { communityQuery } from '../../queries/community.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import type { Door } from './use-door.ts'

/** Stands in place of the sign-up where it cannot begin: the community is closed, or wants an invitation. */
export function DoorNotice({ door, onLogin }: { door: Door; onLogin: () => void }) {
  const { data: community } = useQuery(communityQuery)
  const name = community?.name ?? t`This community`
  const isClosed = door.mode === 'closed'
  const Icon = isClosed ? DoorClosed : Mail
  return (
    <section aria-labelledby="door" className="flex flex-col gap-5 animate-rise">
      <div className="flex flex-col items-center gap-3 pt-2 text-center">
        <span className="grid size-20 place-items-center rounded-full bg-surface-2 text-zing">
          <Icon aria-hidden className="size-9" strokeWidth={1.5} />
        </span>
        <h2 id="door" className="text-2xl text-balance">
          {isClosed ? (
            <Trans>
              <bdi>{name}</bdi> is closed for now
            </Trans>
          ) : door.isInvitationInvalid ? (
            t`This invitation isn't valid anymore`
          ) : (
            <Trans>
              <bdi>{name}</bdi> is by invitation
            </Trans>
          )}
        </h2>
        <p className="text-ink-2 text-pretty">
          {isClosed
            ? t`Nobody new can join at the moment. Please look in again another day.`
            : door.isInvitationInvalid
              ? t`It may have been used, withdrawn, or be too old. Ask the person who sent it for a new one.`
              : t`Someone who is here already can invite you. If you have a code, enter it.`}
        </p>
      </div>
      {!isClosed && <CodeForm door={door} />}
      {isClosed && community?.contact && (
        <p className="text-center text-ink-2 [overflow-wrap:anywhere]">
          <Trans>
            Questions? <bdi>{community.contact}</bdi>
          </Trans>
        </p>
      )}
      <div className="flex flex-col gap-2">
        {door.isInvitationInvalid && (door.mode === 'open' || door.mode === 'approval') && (
          <Button variant="outline" wide onClick={() => door.setInvitation(null)}>{t`Sign up without it`}</Button>
        )}
        <Button variant={isClosed ? 'default' : 'ghost'} wide onClick={onLogin}>
          {isClosed ? t`Log in` : t`I have an account`}
        </Button>
      </div>
    </section>
  )
}

function CodeForm({ door }: { door: Door }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const code = codeIn(text)
    if (code) door.setInvitation(code)
    else setError(t`Please enter the code of your invitation`)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t`Invitation code`} error={error}>
        {(control) => (
          <Input
            {...control}
            value={text}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setText(target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" size="lg" wide>{t`Go on`}</Button>
    </form>
  )
}

/** The code that was typed, or the one in a link that was pasted whole. */
function codeIn(text: string): string | null {
  const code = /[?&]invitation=([\w-]+)/.exec(text)?.[1] ?? text.trim()
  return invitationCode.safeParse(code).success ? code : null
}
