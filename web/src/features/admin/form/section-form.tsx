import { t } from '@lingui/core/macro'
import type { SettingsChange } from '@zing/proto/community/settings'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { useChangeSettings, type VersionedSettings } from '../../../queries/moderation/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useConfirm } from '../confirm-context.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { DescribedSection } from './described.ts'
import { type Faults, faultIn, findFaults } from './find-faults.ts'
import { type Draft, isSaved, nested, valueAt } from './paths.ts'
import { SettingControl } from './setting-control.tsx'
import { TextLanguageField } from './text-language-field.tsx'

const UNCHANGED: Draft = new Map()

interface Conflict {
  version: number
  changes: SettingsChange[]
}

/** One section of settings, made from its description and saved by itself: only what has changed is sent. */
export function SectionForm({ section, data }: { section: DescribedSection; data: VersionedSettings }) {
  const { version, settings } = data
  const [draft, setDraft] = useState(UNCHANGED)
  const [language, setLanguage] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { mutateAsync, isPending } = useChangeSettings()
  const confirm = useConfirm()
  const id = useId()
  const texts = { language: language ?? settings.defaultLanguage, defaultLanguage: settings.defaultLanguage }
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  function change(path: string, value: unknown): void {
    const next = new Map(draft)
    if (isSaved(value, valueAt(settings, path))) next.delete(path)
    else next.set(path, value)
    setDraft(next)
    setFaults(Object.fromEntries(Object.entries(faults).filter(([at]) => at !== path)))
  }

  const save = useSingleFlight((base: number) =>
    confirm(() => mutateAsync({ version: base, changes: nested(draft) })).then(() => {
      setDraft(UNCHANGED)
      setConflict(null)
      toast(t`Saved`, t`${section.title}: in force everywhere in a moment.`)
    }, refuse),
  )

  function refuse(error: Error): void {
    setConflict(null)
    if (hasCode(error, 'CONFIRM')) return // the user has left the dialog
    if (hasCode(error, 'SETTINGS_CHANGED'))
      return setConflict({ version: error.version ?? version, changes: error.changes ?? [] })
    const fault = faultIn(section, error.message)
    if (fault) setFaults(fault)
    else toastError(t`Couldn't save`, error.message)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = findFaults(section, settings, draft)
    setFaults(found)
    if (Object.keys(found).length === 0) void save(version)
  }

  return (
    <section aria-labelledby={id} className="scroll-mt-16">
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-5"
      >
        <div>
          <h3 id={id} className="text-xl">
            {section.title}
          </h3>
          {section.hint && <p className="mt-1 text-sm text-ink-2">{section.hint}</p>}
        </div>
        {hasTexts(section) && settings.languages.length > 1 && (
          <TextLanguageField languages={settings.languages} texts={texts} onChange={setLanguage} />
        )}
        {section.settings.map((setting) => (
          <SettingControl
            key={setting.path}
            setting={setting}
            value={draft.has(setting.path) ? draft.get(setting.path) : valueAt(settings, setting.path)}
            texts={texts}
            error={faults[setting.path]}
            onChange={(value) => change(setting.path, value)}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm" className="min-w-28 px-6" disabled={draft.size === 0 || isPending}>
            {isPending && <Spinner className="size-4" />}
            {t`Save`}
          </Button>
          {draft.size > 0 && (
            <Button
              variant="ghost"
              size="sm"
              disabled={isPending}
              onClick={() => {
                setDraft(UNCHANGED)
                setFaults({})
              }}
            >{t`Discard changes`}</Button>
          )}
        </div>
      </form>
      {conflict && (
        <ConflictDialog
          changes={conflict.changes}
          isPending={isPending}
          onTheirs={() => {
            setDraft(UNCHANGED)
            setConflict(null)
          }}
          onMine={() => save(conflict.version)}
          onClose={() => setConflict(null)}
        />
      )}
    </section>
  )
}

/** True if the section has texts in several languages. */
function hasTexts({ settings }: DescribedSection): boolean {
  return settings.some(
    ({ control }) => control.kind === 'rules' || control.kind === 'legal' || ('isLocal' in control && control.isLocal),
  )
}
