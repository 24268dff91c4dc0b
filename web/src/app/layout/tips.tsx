import { t } from '@lingui/core/macro'
import { hasShortcuts, setShortcuts } from '../../lib/input/has-shortcuts.ts'
import { useStore } from '../../lib/state/create-store.ts'
import { useMedia } from '../../lib/view/use-media.ts'
import { CheckBox } from '../../ui/inputs/check-box.tsx'
import { KeyList } from '../../ui/key-list.tsx'

const tips = () => [
  t`Take your time. You can undo a pass at any time, a like for ten seconds.`,
  t`Nobody finds out who you passed.`,
  t`Once you both like each other, you can chat.`,
]

const keyList = () => [
  { key: '→', text: t`Like` },
  { key: '←', text: t`Pass` },
  { key: '↑', text: t`Open the profile on the card` },
  { key: 'Enter', text: t`Send a message` },
  { key: 'Shift + Enter', text: t`New line` },
  { key: 'Esc', text: t`Close what's open` },
]

/** Things that are good to know, and the keys where there is a keyboard. */
export function Tips() {
  const hasKeyboard = useMedia('(hover: hover) and (pointer: fine)')
  const isOn = useStore(hasShortcuts)
  return (
    <>
      <section aria-labelledby="tips" className="border-b border-line p-4">
        <h2 id="tips" className="text-base">{t`Good to know`}</h2>
        <ul className="mt-1 flex flex-col gap-2 text-sm text-ink-2">
          {tips().map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </section>
      {hasKeyboard && (
        <section aria-labelledby="keys" className="p-4">
          <h2 id="keys" className="text-base">{t`Keyboard`}</h2>
          <div className="mt-2 text-sm text-ink-2">
            <KeyList keys={keyList()} />
          </div>
          <div className="mt-2 text-sm">
            <CheckBox
              checked={isOn}
              onChange={({ target }) => setShortcuts(target.checked)}
              label={t`Like and pass with the keyboard`}
              hint={t`Turn this off if you keep hitting keys by accident.`}
            />
          </div>
        </section>
      )}
    </>
  )
}
