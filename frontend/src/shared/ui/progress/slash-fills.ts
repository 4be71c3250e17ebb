/** Returns `data-fill` of a slash. Empty and full ones have their own styles: a gradient with a hard stop at either end shows a seam. */
export const fillKind = (fill: number) => (fill === 0 ? undefined : fill === 1 ? 'full' : 'part')

/** Returns how far each of `total` slashes is filled, 0 to 1, if `done` of them are done. */
export const slashFills = (total: number, done: number): number[] =>
  Array.from({ length: total }, (_, index) => Math.round(Math.min(1, Math.max(0, done - index)) * 100) / 100)
