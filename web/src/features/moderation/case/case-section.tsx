import { type ReactNode, useId } from 'react'

interface CaseSectionProps {
  title: ReactNode
  /** The id of the element, for a section that takes the focus. */
  id?: string
  children: ReactNode
}

/** A part of a case page with a heading. */
export function CaseSection({ title, id: elementId, children }: CaseSectionProps) {
  const id = useId()
  return (
    <section
      id={elementId}
      tabIndex={elementId ? -1 : undefined}
      aria-labelledby={id}
      className="flex scroll-mt-16 flex-col gap-3 outline-hidden"
    >
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A person's words, with their own text direction. */
export function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="text-ui-start whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}
