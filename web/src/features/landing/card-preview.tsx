import { Bolt } from '../../ui/bolt.tsx'

/** Drawn profile card, so that the landing screen needs no user's photo. */
export function CardPreview() {
  return (
    <div
      aria-hidden
      className="relative mt-2 h-64 w-52 low-window:mt-1 low-window:h-37 low-window:w-30 lowest-window:hidden"
    >
      <Card
        className="absolute inset-0 -rotate-12 -translate-x-7 scale-95 opacity-90"
        sky="#a1c4fd"
        ground="#8fa7df"
        hair="#2c1b18"
        skin="#ae5d29"
        shirt="#ffcf77"
      />
      <Card
        className="absolute inset-0 rotate-6"
        sky="#ffd3b0"
        ground="#ff9a9e"
        hair="#3b1f2b"
        skin="#edb98a"
        shirt="#6d5a9c"
        name="Mila, 27"
      />
      <span className="absolute -right-3 bottom-10 grid size-14 place-items-center rounded-full bg-white text-brand shadow-float">
        <Bolt className="size-7" />
      </span>
    </div>
  )
}

interface CardProps {
  className: string
  sky: string
  ground: string
  hair: string
  skin: string
  shirt: string
  name?: string
}

function Card({ className, sky, ground, hair, skin, shirt, name }: CardProps) {
  return (
    <div className={className}>
      <svg viewBox="0 0 208 256" className="h-full w-full drop-shadow-xl" role="presentation">
        <defs>
          <linearGradient id={`sky-${hair}`} x1="0" y1="0" x2="1" y2="1">
            <stop stopColor={sky} />
            <stop offset="1" stopColor={ground} />
          </linearGradient>
          <linearGradient id={`scrim-${hair}`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0.62" stopColor="var(--color-shade)" stopOpacity="0" />
            <stop offset="1" stopColor="var(--color-shade)" stopOpacity="0.85" />
          </linearGradient>
          <clipPath id={`card-${hair}`}>
            <rect width="200" height="248" x="4" y="4" rx="22" />
          </clipPath>
        </defs>
        <g clipPath={`url(#card-${hair})`}>
          <rect width="208" height="256" fill={`url(#sky-${hair})`} />
          <path d="M50 120c-6-62 28-84 58-82 36 2 58 28 52 84 12 22 4 46-8 54H62c-14-10-22-34-12-56z" fill={hair} />
          <path d="M28 256c4-46 34-62 76-62s72 16 76 62z" fill={shirt} />
          <path d="M86 166h38v26c0 12-38 12-38 0z" fill={skin} />
          <path d="M66 118c0-36 18-50 40-50s40 14 40 50-16 66-40 66-40-30-40-66z" fill={skin} />
          <path d="M62 112c10-34 26-40 44-42 22 8 34 16 42 40 8-40-16-58-42-58S54 74 62 112z" fill={hair} />
          <path
            d="M84 122c4-5 10-5 14 0M116 122c4-5 10-5 14 0M92 152c8 9 22 9 30 0"
            fill="none"
            stroke="var(--color-shade)"
            strokeWidth="4"
            strokeLinecap="round"
          />
          <rect width="208" height="256" fill={`url(#scrim-${hair})`} />
        </g>
        <rect width="200" height="248" x="4" y="4" rx="22" fill="none" stroke="#fff" strokeWidth="5" />
        {name && (
          <text x="22" y="232" fill="#fff" fontSize="22" fontWeight="700" fontFamily="var(--font-display)">
            {name}
          </text>
        )}
      </svg>
    </div>
  )
}
