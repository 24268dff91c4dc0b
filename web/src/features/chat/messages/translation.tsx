import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { language } from '../../../lib/language/language.ts'
import { translate } from '../../../lib/language/translator.ts'
import { Spinner } from '../../../ui/spinner.tsx'

/** Offers the browser's translation of a message, and shows it below the original. */
export function Translation({ text, from }: { text: string; from: string }) {
  const [isShown, setShown] = useState(true)
  const { data, mutate, isPending, isError } = useMutation({ mutationFn: () => translate(text, from) })
  const action = 'inline-flex min-h-11 items-center gap-2 px-2 text-sm font-semibold text-ink-2'
  if (data === undefined)
    return (
      <button type="button" disabled={isPending} onClick={() => mutate()} className={action}>
        {isPending && <Spinner />}
        {isError ? t`Couldn't translate, tap to retry` : t`Translate`}
      </button>
    )
  return (
    <div className="max-w-[82%]">
      {isShown && (
        <p
          lang={language.get()}
          dir="auto"
          className="mt-0.5 rounded-[20px] bg-surface-2 px-3.5 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          <span className="sr-only">{t`Translation`}: </span>
          {data}
        </p>
      )}
      <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)} className={action}>
        {isShown ? t`Hide translation` : t`Show translation`}
      </button>
    </div>
  )
}
