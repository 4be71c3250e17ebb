/** Returns the five stars of a score: one full star per whole point, a half star from x.5 up. */
export const starParts = (value: number): ('full' | 'half' | 'empty')[] =>
  [0, 1, 2, 3, 4].map((index) => {
    if (value >= index + 1) return 'full'
    return value >= index + 0.5 ? 'half' : 'empty'
  })
