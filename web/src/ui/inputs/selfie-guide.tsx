/** Oval for the face, where a card leaves it free; the rest of the frame is dimmed. */
export function SelfieGuide() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 240 300"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path
        fillRule="evenodd"
        className="fill-shade/40"
        d="M0 0h240v300H0zM120 20a74 94 0 0 0 0 188a74 94 0 0 0 0-188z"
      />
      <ellipse
        cx="120"
        cy="114"
        rx="74"
        ry="94"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeDasharray="2 7"
        strokeLinecap="round"
      />
    </svg>
  )
}
