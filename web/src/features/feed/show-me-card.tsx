import { msg, t } from '@lingui/core/macro'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { useId, useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { useSavePreferences } from '../../queries/discovery.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const answers = (): { text: string; genders: DiscoveryPreferences['genders'] }[] => [
  { text: t`Women`, genders: ['female'] },
  { text: t`Men`, genders: ['male'] },
  { text: t`Non-binary people`, genders: ['non-binary', 'other'] }, // words of one's own are among the others
]
const EVERYONE = msg`Everyone`

/** Asks whom to show, beside the first faces, until the user answers. Proposes nothing. */
export function ShowMeCard() {
  const id = useId()
  const [chosen, setChosen] = useState<string[]>([])
  const { mutateAsync, isPending } = useSavePreferences()

  function toggle(text: string): void {
    if (chosen.includes(text)) setChosen(chosen.filter((one) => one !== text))
    else setChosen(text === t(EVERYONE) ? [text] : [...chosen.filter((one) => one !== t(EVERYONE)), text])
  }

  const save = useSingleFlight(() => {
    const genders = answers()
      .filter(({ text }) => chosen.includes(text))
      .flatMap((answer) => answer.genders)
    return mutateAsync({ ...NO_PREFERENCES, genders }).then(
      () => announce(t`Saved`, t`You can change it under "Who you see".`),
      (error: Error) => toastError(t`Couldn't save your change`, error.message),
    )
  })

  return (
    // a low window has room for the matches or the question, beside the card
    <section
      aria-labelledby={id}
      className="grid shrink-0 grid-cols-[1fr_auto] items-center rounded-card border border-line bg-surface px-3 pb-2.5 group-has-[#matches]/above:mt-1.5 rail-phone:mt-0! rail-phone:px-2 portrait:low-window:group-has-[#matches]/above:hidden"
    >
      <h2 id={id} className="text-lg rail-phone:text-base">{t`Show me`}</h2>
      {/* one row that scrolls in a low window, where a second one would cover the face */}
      <fieldset
        aria-labelledby={id}
        className="order-1 col-span-2 flex min-w-0 flex-wrap gap-1.5 portrait:low-window:-m-3 portrait:low-window:flex-nowrap portrait:low-window:overflow-x-auto portrait:low-window:p-3 [scrollbar-width:none]"
      >
        {[...answers().map(({ text }) => text), t(EVERYONE)].map((text) => (
          <label
            key={text}
            className="relative inline-flex min-h-11 max-w-full shrink-0 items-center rounded-full border border-line px-3 text-sm leading-4.5 font-semibold rail-phone:px-2.5 has-checked:border-zing has-checked:bg-zing has-checked:text-on-zing has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-zing lowest-window:min-h-10"
          >
            <input
              type="checkbox"
              checked={chosen.includes(text)}
              onChange={() => toggle(text)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {text}
          </label>
        ))}
      </fieldset>
      {/* beside the heading, but reached after the answers */}
      <Button
        variant="ghost"
        size="sm"
        disabled={chosen.length === 0 || isPending}
        onClick={save}
        className="-me-3 text-zing rail-phone:me-0 rail-phone:px-1"
      >
        {isPending && <Spinner />}
        {t`Done`}
      </Button>
    </section>
  )
}
