import type { Report } from './browsers.ts'

/** Throws when a browser showed a wrong board at the end, or an older one after a newer one: no speed makes up for that. */
export function requireRight({ wrong, seen }: Report): void {
  if (wrong.length > 0)
    throw new Error(
      `${wrong.length} of ${seen.length} browsers show a wrong board at the end: ${[...new Set(wrong)].join('; ')}.`,
    )
  const stepsBack = seen.reduce((sum, { stepsBack: count }) => sum + count, 0)
  if (stepsBack > 0) throw new Error(`Browsers showed an older board after a newer one ${stepsBack} times.`)
}

/** Returns the value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
}
