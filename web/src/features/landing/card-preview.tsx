import { clsx } from 'clsx'
import { Bolt } from '../../ui/bolt.tsx'
import giulia from './portraits/giulia.webp'
import imani from './portraits/imani.webp'
import leo from './portraits/leo.webp'

const SIDE = 'absolute top-1/2 left-1/2 w-[82%] -translate-x-1/2 -translate-y-1/2'

/** Three cards of people of the demo, as a fan; they spread out where the window is wide. */
export function CardPreview() {
  return (
    <div
      aria-hidden
      className="relative aspect-4/5 w-[clamp(6.5rem,21dvh,16rem)] max-w-[44vw] lowest-window:hidden landscape-phone:mx-[11vw] landscape-phone:block landscape-phone:w-[17vw] landscape-phone:max-w-36"
    >
      <div className="absolute inset-x-[-80%] inset-y-[-22%] bg-radial-[closest-side] from-warm/70 to-transparent" />
      <div className="absolute inset-0 -translate-x-[58%] -rotate-10 lg:-translate-x-[96%] lg:-rotate-6">
        <Portrait src={imani} className={SIDE} />
      </div>
      <div className="absolute inset-0 translate-x-[58%] rotate-10 lg:translate-x-[96%] lg:rotate-6">
        <Portrait src={leo} className={SIDE} />
      </div>
      <Portrait src={giulia} className="relative size-full" name="Giulia, 27" />
      <span className="absolute -end-4 bottom-[12%] grid size-14 place-items-center rounded-full bg-white text-brand shadow-float low-window:-end-3 low-window:size-10">
        <Bolt className="size-1/2" />
      </span>
    </div>
  )
}

function Portrait({ src, className, name }: { src: string; className: string; name?: string }) {
  return (
    <div
      className={clsx(
        'overflow-hidden rounded-card border-4 border-white bg-white shadow-float low-window:rounded-2xl low-window:border-3',
        className,
      )}
    >
      <img src={src} alt="" width={400} height={500} className="size-full object-cover" draggable={false} />
      {name && (
        <p className="absolute inset-x-0 bottom-0 bg-linear-to-t from-shade/85 to-transparent px-4 pt-10 pb-3 text-start font-display text-xl font-bold low-window:px-2.5 low-window:pb-2 low-window:text-sm">
          {name}
        </p>
      )}
    </div>
  )
}
