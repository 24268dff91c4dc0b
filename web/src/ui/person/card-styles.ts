/** A chip on a photo is dark glass. Beside the photo, on a phone in landscape, it is light glass. */
export const CHIP_ON_PHOTO = 'bg-shade/55 low-card:bg-white/15 text-white'

/** Buttons of a card. Narrow windows with large text make them smaller, and not oval. */
export const ROUND_BUTTON = 'grid aspect-square place-items-center rounded-full transition-transform active:scale-90'
