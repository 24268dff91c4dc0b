import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { BlockedPerson } from '@zing/proto/profiles/users'
import { useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { blockedPeopleQuery, useUnblock } from '../../queries/pairs/blocked-people.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { PersonRow } from './person-row.tsx'
import { Section, SectionNote } from './section.tsx'
import { SectionLoading } from './section-loading.tsx'

export function BlockedPeopleSection() {
  const query = useQuery(blockedPeopleQuery)
  const { data: people } = query
  const [chosen, setChosen] = useState<BlockedPerson | null>(null)
  return (
    <Section title={t`Blocked people`} hint={t`You and the people you block don't see each other anywhere in the app.`}>
      <SectionLoading
        texts={{ loading: t`Loading your blocked people`, failed: t`Couldn't load your blocked people.` }}
        query={query}
      />
      {people?.length === 0 && <SectionNote>{t`You haven't blocked anyone.`}</SectionNote>}
      {people && people.length > 0 && (
        <ul aria-label={t`Blocked people`} className="divide-y divide-line">
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              event={(when) => t`Blocked ${when}`}
              at={person.blockedAt}
              action={t`Unblock`}
              label={(name) => t`Unblock ${name}`}
              onAction={() => setChosen(person)}
            />
          ))}
        </ul>
      )}
      {chosen && <UnblockDialog person={chosen} onClose={() => setChosen(null)} />}
    </Section>
  )
}

function UnblockDialog({ person, onClose }: { person: BlockedPerson; onClose: () => void }) {
  const { mutateAsync, isPending } = useUnblock()
  const name = plainNameOf(person.name)

  const unblock = useSingleFlight(() =>
    mutateAsync(person.id).then(
      () => {
        toast(t`${name} is unblocked`)
        onClose()
      },
      (error: Error) => toastError(t`${name} is still blocked`, error.message),
    ),
  )

  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">
        <Trans>
          Unblock <bdi>{name}</bdi>?
        </Trans>
      </ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          You may see each other again. Your match won't come back: you'd both have to like again. <bdi>{name}</bdi>{' '}
          won't be told.
        </Trans>
      </ModalHint>
      <DialogActions action={t`Unblock`} isPending={isPending} onAction={unblock} />
    </Modal>
  )
}
