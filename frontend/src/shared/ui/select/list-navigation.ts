/** An option, as far as keyboard navigation needs it. */
export type ListItem = { label: string; disabled?: boolean | undefined }

const stepFrom = (lines: readonly ListItem[], from: number, step: 1 | -1): number => {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) if (!lines[at]?.disabled) return at
  return from
}

/**
 * Returns the index of the option that a navigation key activates, from the active one (-1 is none).
 * Returns undefined for all other keys.
 */
export const indexAfterKey = (
  key: string,
  lines: readonly ListItem[],
  active: number,
): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return stepFrom(lines, active, 1)
    case 'ArrowUp':
      return active < 0 ? stepFrom(lines, lines.length, -1) : stepFrom(lines, active, -1)
    case 'Home':
      return stepFrom(lines, -1, 1)
    case 'End':
      return stepFrom(lines, lines.length, -1)
    case 'PageDown':
      return stepFrom(lines, Math.min(active + 8, lines.length - 1) - 1, 1)
    case 'PageUp':
      return stepFrom(lines, Math.max(active - 8, 0) + 1, -1)
    default:
      return undefined
  }
}

/** Returns the next option that begins with the typed text, searching from the active one and wrapping around. */
export const indexForText = (
  text: string,
  lines: readonly ListItem[],
  active: number,
): number | undefined => {
  const wanted = text.toLowerCase()
  const from = text.length === 1 ? active + 1 : Math.max(active, 0)
  for (let step = 0; step < lines.length; step++) {
    const at = (from + step) % lines.length
    const line = lines[at]
    if (line && !line.disabled && line.label.toLowerCase().startsWith(wanted)) return at
  }
  return undefined
}
