/** The entries of a comma text, trimmed, without blanks and without the same entry twice in any case. */
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

/** The comma text that is stored for entries. */
export const joinCommaList = (entries: readonly string[]) => splitCommaList(entries.join(',')).join(', ')
