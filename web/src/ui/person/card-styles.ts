/** A chip on a photo is dark glass; beside the photo, on a phone on its side, it is light glass. */
export const CHIP_ON_PHOTO = 'bg-shade/55 low-card:bg-white/15 text-white'

/** Buttons of a card. Narrow windows with large text make them smaller, and not oval. */
export const ROUND_BUTTON = 'grid aspect-square place-items-center rounded-full transition-transform active:scale-90'
