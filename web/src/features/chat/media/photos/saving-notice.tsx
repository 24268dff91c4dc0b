import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { readStored, writeStored } from '../../../../lib/state/stored.ts'

const KEY = 'zing.told-of-screenshots'

/** Tells once on this device what nobody can prevent. */
export function SavingNotice() {
  const [isNew] = useState(() => !readStored(localStorage, KEY, z.boolean()))
  useEffect(() => writeStored(localStorage, KEY, true), [])
  if (!isNew) return null
  return (
    <p className="mt-3 rounded-(--radius-input) bg-surface-2 px-4 py-3 text-sm">
      {t`Whoever receives a photo can save it or take a screenshot. We can't prevent that, so send only what you would show them.`}
    </p>
  )
}
