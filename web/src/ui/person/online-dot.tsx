/** Marks the photo that it is laid over; a text beside it says the same. */
export function OnlineDot() {
  return <span aria-hidden className="absolute end-0 bottom-0 size-3.5 rounded-full border-2 border-surface bg-ok" />
}
