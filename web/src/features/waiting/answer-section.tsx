import { t } from '@lingui/core/macro'
import type { Application } from '@zing/proto/community/door'
import { applicationAnswer } from '@zing/proto/community/door'
import { type FormEvent, useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { questionText } from '../../lib/text/choices.ts'
import { useApply } from '../../queries/session/application.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { TextArea } from '../../ui/inputs/text-area.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** The question with the applicant's answer, and the moderator's question back. Only the newest answer can be changed. */
export function AnswerSection({ application: { question, answer, asked } }: { application: Application }) {
  if (!asked) return <Answer key="first" title={t`Your application`} question={question} answer={answer} />
  return (
    <>
      <Answer key="back" title={t`A moderator asks you`} question={asked.question} answer={asked.answer} isLoud />
      <section aria-labelledby="first-answer" className="rounded-card border border-line bg-surface p-4">
        <h2 id="first-answer" className="text-lg">{t`Your application`}</h2>
        <Words question={question} answer={answer} />
      </section>
    </>
  )
}

interface AnswerProps {
  title: string
  question: string
  answer: string | null
  isLoud?: boolean
}

function Answer({ title, question, answer, isLoud = false }: AnswerProps) {
  const [text, setText] = useState<string | null>(answer === null ? '' : null)
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useApply()

  const send = useSingleFlight((application: string) =>
    mutateAsync(application).then(
      () => {
        setText(null)
        toast(t`Answer sent`, t`The moderators see it now.`)
      },
      (failure: Error) => toastError(t`Couldn't send your answer`, failure.message),
    ),
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    const parsed = applicationAnswer.safeParse(text)
    if (parsed.success) void send(parsed.data)
    else setError(parsed.error.issues[0]?.message)
  }

  return (
    <section
      aria-label={title}
      className={
        isLoud ? 'rounded-card border border-zing bg-surface p-4' : 'rounded-card border border-line bg-surface p-4'
      }
    >
      <h2 className="text-lg">{title}</h2>
      {text === null ? (
        <>
          <Words question={question} answer={answer} />
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            onClick={() => setText(answer ?? '')}
          >{t`Change your answer`}</Button>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="mt-2 flex flex-col gap-3">
          <Field label={questionText(question)} error={error}>
            {(control) => (
              <TextArea
                {...control}
                value={text}
                onChange={({ target }) => {
                  setText(target.value)
                  setError(undefined)
                }}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" disabled={isPending}>
              {isPending && <Spinner />}
              {t`Send`}
            </Button>
            {answer !== null && (
              <Button variant="ghost" disabled={isPending} onClick={() => setText(null)}>{t`Cancel`}</Button>
            )}
          </div>
        </form>
      )}
    </section>
  )
}

function Words({ question, answer }: { question: string; answer: string | null }) {
  return (
    <dl className="mt-1 [overflow-wrap:anywhere]">
      <dt dir="auto" className="text-ui-start text-sm text-ink-2">
        {questionText(question)}
      </dt>
      <dd dir="auto" className="mt-1 text-ui-start whitespace-pre-wrap">
        {answer ?? t`No answer yet`}
      </dd>
    </dl>
  )
}
