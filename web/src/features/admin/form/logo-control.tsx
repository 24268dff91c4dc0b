import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { pathOf } from '@zing/proto/endpoint'
import { PHOTO_MEDIA } from '@zing/proto/fields'
import { getLogo } from '@zing/proto/http/staff/settings'
import { type ChangeEvent, useRef } from 'react'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { settingsQuery, useChangeSettings, usePutLogo } from '../../../queries/moderation/settings.ts'
import { Bolt } from '../../../ui/bolt.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useConfirm } from '../confirm-context.ts'
import type { DescribedSetting } from './described.ts'

/** The logo is stored as soon as it is chosen. */
export function LogoControl({ setting: { label, hint }, value }: { setting: DescribedSetting; value: unknown }) {
  const input = useRef<HTMLInputElement>(null)
  const { data } = useQuery(settingsQuery)
  const put = usePutLogo()
  const change = useChangeSettings()
  const confirm = useConfirm()
  const isPending = put.isPending || change.isPending

  const fail = (title: string) => (error: Error) => {
    if (!hasCode(error, 'CONFIRM')) toastError(title, error.message)
  }
  const upload = useSingleFlight((file: File) =>
    confirm(() => put.mutateAsync(file)).then(() => toast(t`Logo saved`), fail(t`Couldn't save the logo`)),
  )
  const remove = useSingleFlight(() =>
    confirm(() => change.mutateAsync({ version: data?.version ?? 0, changes: { logo: null } })).then(
      () => toast(t`Logo removed`, t`The bolt is back.`),
      fail(t`Couldn't remove the logo`),
    ),
  )

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0]
    target.value = '' // so that the same file can be chosen again
    if (file) void upload(file)
  }

  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-16 place-items-center overflow-hidden rounded-(--radius-input) border border-line bg-bg text-zing">
          {typeof value === 'number' ? (
            <img src={pathOf(getLogo, { version: value })} alt={t`The logo`} className="size-full object-contain" />
          ) : (
            <Bolt className="size-8" />
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept={PHOTO_MEDIA.join()}
          hidden
          tabIndex={-1}
          aria-label={t`Logo file`}
          onChange={choose}
        />
        <Button variant="outline" size="sm" aria-busy={isPending} onClick={() => input.current?.click()}>
          {isPending && <Spinner className="size-4" />}
          {t`Upload a logo`}
        </Button>
        {typeof value === 'number' && (
          <Button variant="ghost" size="sm" aria-busy={isPending} onClick={remove}>{t`Remove it`}</Button>
        )}
      </div>
      <p className="text-sm text-ink-2">{hint}</p>
    </fieldset>
  )
}
