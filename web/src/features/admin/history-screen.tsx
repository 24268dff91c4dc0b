import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { SettingsVersion } from '@zing/proto/http/staff/settings'
import { useState } from 'react'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { exactTime } from '../../lib/text/relative-time.ts'
import { historyQuery, useRestoreSettings } from '../../queries/moderation/settings.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenFailure } from '../../ui/load-failure.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { useConfirm } from './confirm-context.ts'
import { ChangeList } from './form/change-list.tsx'

/** The versions of the settings, newest first, each with the way back to it. */
export function HistoryScreen() {
  const { data, isPending, isLoadingError, error, refetch, ...page } = useInfiniteQuery(historyQuery)
  const [asked, setAsked] = useState<number | null>(null)
  if (isPending) return <ScreenSpinner label={t`Loading the history`} />
  if (isLoadingError) return <ScreenFailure title={t`Couldn't load the history`} error={error} onRetry={refetch} />
  const newest = data[0]?.version
  return (
    <main className="flex flex-col gap-4 p-4 lg:p-6">
      <h2 className="text-2xl">{t`History`}</h2>
      {data.length === 0 ? (
        <EmptyState
          title={t`Nothing has changed yet`}
          hint={t`Every change of the settings shows up here.`}
          drawing="bell"
        />
      ) : (
        <ol className="divide-y divide-line rounded-card border border-line bg-surface">
          {data.map((one) => (
            <Version key={one.version} one={one} onUndo={one.version === newest ? null : () => setAsked(one.version)} />
          ))}
          {!page.hasNextPage && (
            <li className="flex flex-col items-start gap-2 p-4">
              <p className="font-semibold">{t`As it was at first`}</p>
              <UndoButton version={0} onUndo={() => setAsked(0)} />
            </li>
          )}
        </ol>
      )}
      <ShowMore page={page} />
      {asked !== null && <UndoDialog version={asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

/** `onUndo` is null for the version in force. */
function Version({ one, onUndo }: { one: SettingsVersion; onUndo: (() => void) | null }) {
  const { version, at, changes } = one
  return (
    <li className="flex flex-col items-start gap-2 p-4">
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          <span className="font-semibold text-ink">
            <bdi>{authorName(one)}</bdi>
          </span>{' '}
          · <time dateTime={at}>{exactTime(at)}</time> · Version {version}
        </Trans>
      </p>
      <ChangeList changes={changes} />
      {onUndo && <UndoButton version={version} onUndo={onUndo} />}
    </li>
  )
}

/** The setup has no author yet: it makes the keeper's account last. */
function authorName({ author, changes }: SettingsVersion): string {
  if (author) return author.name ?? t`Deleted member ${author.id}`
  return changes.some(({ path }) => path === 'registration.fallenBack') ? t`By itself` : t`First setup`
}

function UndoButton({ version, onUndo }: { version: number; onUndo: () => void }) {
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={t`Undo back to here: version ${version}`}
      aria-haspopup="dialog"
      onClick={onUndo}
    >{t`Undo back to here`}</Button>
  )
}

function UndoDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { mutateAsync, isPending } = useRestoreSettings()
  const confirm = useConfirm()
  const restore = useSingleFlight(() =>
    confirm(() => mutateAsync(version)).then(
      () => {
        toast(t`Done`, t`The earlier settings are in force again.`)
        onClose()
      },
      (error: Error) => {
        if (!hasCode(error, 'CONFIRM')) toastError(t`Couldn't undo`, error.message)
        onClose()
      },
    ),
  )
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{t`Undo back to version ${version}?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`Everything that was changed after it is set back. You can undo that too.`}</ModalHint>
      <DialogActions action={t`Undo back to here`} isPending={isPending} onAction={restore} />
    </Modal>
  )
}
