import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { X } from 'lucide-react'
import { useId } from 'react'
import { useStore } from '../../lib/state/create-store.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { proposeShowMe, SHOW_ME_GENDERS, type ShowMe, showMeProposal, suggestedAnswer } from '../../lib/text/show-me.ts'
import { useSavePreferences } from '../../queries/discovery.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Button } from '../../ui/button.tsx'

const ANSWERS: [ShowMe, string][] = [
  ['women', 'Women'],
  ['men', 'Men'],
  ['all', 'Everyone'],
]

/** Asks a user who has just signed up, once, whom to show; nothing is set without an answer. */
export function ShowMeCard() {
  const user = useUser()
  const proposedTo = useStore(showMeProposal)
  const { mutate, isPending } = useSavePreferences()
  const id = useId()
  if (proposedTo !== user.id) return null

  const suggested = suggestedAnswer(user.gender, user.orientation)
  const isSuggested = ([answer]: [ShowMe, string]) => Number(answer === suggested)
  function choose(answer: ShowMe): void {
    mutate(
      { ...NO_PREFERENCES, genders: SHOW_ME_GENDERS[answer] },
      {
        onSuccess: () => toast('Saved', 'You can change it in "Who you see".'),
        onError: (error) => toastError("Couldn't save your change", error.message),
      },
    )
    proposeShowMe(null)
  }

  return (
    <section aria-labelledby={id} className="relative rounded-card border border-line bg-surface p-3 pt-2">
      <h2 id={id} className="text-lg">
        Show me
      </h2>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {ANSWERS.toSorted((a, b) => isSuggested(b) - isSuggested(a)).map(([answer, text]) => (
          <Button
            key={answer}
            size="sm"
            className="max-[22rem]:px-3"
            variant="outline"
            disabled={isPending}
            onClick={() => choose(answer)}
          >
            {text}
          </Button>
        ))}
      </div>
      <button
        type="button"
        aria-label="Ask me later"
        onClick={() => proposeShowMe(null)}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-ink-2"
      >
        <X aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
    </section>
  )
}
