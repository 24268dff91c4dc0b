import { Bolt } from '../../ui/bolt.tsx'

/** A small landing with the name and the colour. The server corrects the contrast of the real ones. */
export function CommunityPreview({ name, accent }: { name: string; accent: string }) {
  return (
    <figure className="rounded-card border border-line bg-surface p-5 text-center">
      <figcaption className="sr-only">Preview</figcaption>
      <p className="flex items-center justify-center gap-2 font-display text-2xl font-bold [overflow-wrap:anywhere]">
        <span style={{ color: accent }}>
          <Bolt className="size-7 shrink-0" />
        </span>
        {name.trim() || 'Your community'}
      </p>
      <span
        aria-hidden
        style={{ background: accent, color: readableOn(accent) }}
        className="mt-4 inline-block rounded-full px-6 py-3 font-semibold"
      >
        Sign Up
      </span>
    </figure>
  )
}

/** White or near-black, whichever is easier to read on the colour. */
function readableOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#16101a' : '#ffffff'
}
