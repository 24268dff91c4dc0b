import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { Keyboard, X } from 'lucide-react'
import { useId, useState } from 'react'
import { hasShortcuts, setShortcuts } from '../../../lib/input/has-shortcuts.ts'
import { useShortcuts } from '../../../lib/input/use-shortcuts.ts'
import { useStore } from '../../../lib/state/create-store.ts'
import { buttonStyle } from '../../../ui/button.tsx'
import { Modal, ModalClose, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { CheckBox } from '../../../ui/inputs/check-box.tsx'
import { KeyList } from '../../../ui/key-list.tsx'

export interface Shortcut {
  key: string
  text: string
  /** Absent for keys that the browser handles. */
  run?: () => void
}

/** Makes the keys of a screen work, and shows them by "?", and by a button where there is a mouse. */
export function Shortcuts({ list }: { list: readonly Shortcut[] }) {
  const [isOpen, setOpen] = useState(false)
  const shown: readonly Shortcut[] = [...list, { key: '?', text: t`Show these keys`, run: () => setOpen(true) }]
  useShortcuts(new Map(shown.flatMap(({ key, run }) => (run ? [[key, run] as const] : []))))
  return (
    <>
      <button
        type="button"
        aria-label={t`Keyboard shortcuts`}
        aria-haspopup="dialog"
        title={t`Keyboard shortcuts (?)`}
        onClick={() => setOpen(true)}
        className={clsx(buttonStyle({ variant: 'ghost', size: 'icon' }), 'pointer-coarse:hidden')}
      >
        <Keyboard aria-hidden className="size-6" strokeWidth={1.75} />
      </button>
      {isOpen && <ShortcutsDialog list={shown} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShortcutsDialog({ list, onClose }: { list: readonly Shortcut[]; onClose: () => void }) {
  const isOn = useStore(hasShortcuts)
  const id = useId()
  return (
    <Modal onClose={onClose} aria-describedby={id}>
      <div className="flex items-center justify-between">
        <ModalTitle className="text-xl">{t`Keyboard shortcuts`}</ModalTitle>
        <ModalClose aria-label={t`Close`} variant="ghost" size="icon">
          <X aria-hidden className="size-5" />
        </ModalClose>
      </div>
      <div className="my-4">
        <KeyList id={id} keys={list} />
      </div>
      <CheckBox
        checked={isOn}
        onChange={({ target }) => setShortcuts(target.checked)}
        label={t`Single-key shortcuts`}
        hint={t`Turn this off if you keep hitting keys by accident.`}
      />
    </Modal>
  )
}
