import { type ReactNode, useId } from 'react'

/** A part of a case page with a heading. */
export function CaseSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** What a person has written, with a direction of its own. */
export function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="text-left whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}
