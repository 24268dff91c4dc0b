export function Bolt({ className = 'size-6', isFilled = true }: { className?: string; isFilled?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path
        d="M13.6 2.2 5 13.6h5.6l-1.2 8.2L18.9 10h-6.1z"
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
    </svg>
  )
}
