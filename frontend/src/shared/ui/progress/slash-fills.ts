/** What the style sheet has to tell apart: a hard stop at either end of a gradient leaves a seam. */
export const fillKind = (fill: number) => (fill === 0 ? undefined : fill === 1 ? 'full' : 'part')

/** How full each of `total` slashes is, 0 to 1, when `done` of them are done. */
export const slashFills = (total: number, done: number): number[] =>
  Array.from({ length: total }, (_, at) => Math.round(Math.min(1, Math.max(0, done - at)) * 100) / 100)
