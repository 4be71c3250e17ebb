/** Splits a comma-separated list; entries are trimmed, not empty, and unique regardless of case. */
export const splitCommaList = (text: string): string[] => {
  const seen = new Set<string>()
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => {
      const key = entry.toLowerCase()
      if (entry === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** Joins entries to the comma-separated list that is stored. */
export const joinCommaList = (entries: readonly string[]) => splitCommaList(entries.join(',')).join(', ')
