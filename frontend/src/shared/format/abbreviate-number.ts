/** Abbreviates a number above 99,999 ("164k", "1.2M"); returns undefined for smaller ones. */
export const abbreviateNumber = (value: number): string | undefined => {
  if (Math.abs(value) <= 99_999) return undefined
  if (Math.abs(value) < 999_500) return `${Math.round(value / 1000)}k`
  return `${(value / 1_000_000).toFixed(1)}M`
}
