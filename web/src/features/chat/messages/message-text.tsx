import type { KeyboardEvent } from 'react'
import { splitLinks } from '../../../lib/text/split-links.ts'

interface MessageTextProps {
  content: string
  /** False until both members have written: links are then plain text. */
  hasLinks: boolean
  onLink: (href: string) => void
}

/** The text of a message. A link is a button, so that nothing opens without the dialog. */
export function MessageText({ content, hasLinks, onLink }: MessageTextProps) {
  if (!hasLinks) return content
  return splitLinks(content).map(({ text, href }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
    href === null ? text : <LinkButton key={place} text={text} onOpen={() => onLink(href)} />,
  )
}

function LinkButton({ text, onOpen }: { text: string; onOpen: () => void }) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onOpen()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a button does not wrap within the text
    <span
      role="button"
      tabIndex={0}
      aria-haspopup="dialog"
      onClick={onOpen}
      onKeyDown={onKeyDown}
      className="cursor-pointer underline underline-offset-2"
    >
      {text}
    </span>
  )
}
