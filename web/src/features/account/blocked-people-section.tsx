import { useQuery } from '@tanstack/react-query'
import type { BlockedPerson } from '@zing/proto/profiles/users'
import { useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { plainNameOf } from '../../lib/text/demo-name.ts'
import { exactTime, timeAgo } from '../../lib/text/relative-time.ts'
import { blockedPeopleQuery, useUnblock } from '../../queries/pairs/blocked-people.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { PersonName } from '../../ui/person/person-name.tsx'
import { Section } from './section.tsx'
import { SectionLoading } from './section-loading.tsx'

export function BlockedPeopleSection() {
  const query = useQuery(blockedPeopleQuery)
  const { data: people } = query
  const [chosen, setChosen] = useState<BlockedPerson | null>(null)
  return (
    <Section title="Blocked people" hint="You and the people you block don't see each other anywhere in the app.">
      <SectionLoading list="blocked people" query={query} />
      {people?.length === 0 && <p className="p-4 text-ink-2">You haven't blocked anyone.</p>}
      {people && people.length > 0 && (
        <ul aria-label="Blocked people" className="divide-y divide-line">
          {people.map((person) => (
            <Row key={person.id} person={person} onUnblock={() => setChosen(person)} />
          ))}
        </ul>
      )}
      {chosen && <UnblockDialog person={chosen} onClose={() => setChosen(null)} />}
    </Section>
  )
}

function Row({ person, onUnblock }: { person: BlockedPerson; onUnblock: () => void }) {
  const { name, age, selfie, blockedAt } = person
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-3">
      <Avatar name={name} photo={selfie} isDecorative className="size-11" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 font-semibold">
          <PersonName name={name} className="truncate" />
          <span className="font-normal text-ink-2">{age}</span>
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={blockedAt} title={exactTime(blockedAt)}>
            Blocked {timeAgo(blockedAt)}
          </time>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Unblock ${plainNameOf(name)}`}
        aria-haspopup="dialog"
        onClick={onUnblock}
      >
        Unblock
      </Button>
    </li>
  )
}

function UnblockDialog({ person, onClose }: { person: BlockedPerson; onClose: () => void }) {
  const { mutateAsync, isPending } = useUnblock()
  const name = plainNameOf(person.name)

  const unblock = useSingleFlight(() =>
    mutateAsync(person.id).then(
      () => {
        toast(`${name} is unblocked`)
        onClose()
      },
      (error: Error) => toastError(`${name} is still blocked`, error.message),
    ),
  )

  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">
        Unblock <bdi>{name}</bdi>?
      </ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        You may see each other again. Your match won't come back: you'd both have to like again. <bdi>{name}</bdi> won't
        be told.
      </ModalHint>
      <DialogActions action="Unblock" isPending={isPending} onAction={unblock} />
    </Modal>
  )
}
