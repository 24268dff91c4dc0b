import { t } from '@lingui/core/macro'
import { updateToNewVersion } from '../lib/device/service-worker.ts'
import { useCommunity } from '../lib/state/community.ts'
import { useStore } from '../lib/state/create-store.ts'
import { Button } from '../ui/button.tsx'

/** Offers a new version; never reloads by itself, because the user may be typing. */
export function UpdatePrompt() {
  const { name } = useCommunity()
  const update = useStore(updateToNewVersion)
  return (
    <output className="safe-bottom pointer-events-none fixed inset-x-0 bottom-17 z-20 mx-auto block w-full max-w-md px-3">
      {update && (
        <span className="pointer-events-auto flex flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-surface p-3 ps-4 text-ink shadow-float animate-rise">
          <span className="flex-1 basis-40 text-balance">{t`A new version of ${name} is here`}</span>
          <Button variant="ghost" size="sm" onClick={() => updateToNewVersion.set(null)}>{t`Later`}</Button>
          <Button size="sm" onClick={update}>{t`Update`}</Button>
        </span>
      )}
    </output>
  )
}
