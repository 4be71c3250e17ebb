import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'

/** The part of an option that keyboard navigation needs. */
export type ListItem = { label: string; disabled?: boolean | undefined }

/** How many options Page Up and Page Down skip. */
const pageStep = 8

const nextEnabled = (options: readonly ListItem[], from: number, step: 1 | -1): number => {
  for (let index = from + step; index >= 0 && index < options.length; index += step)
    if (!options[index]?.disabled) return index
  return from
}

/**
 * Returns the index of the option that a navigation key activates. `active` is the index of the active option, -1 for
 * none. Returns undefined for all other keys.
 */
export const indexAfterKey = (
  key: string,
  options: readonly ListItem[],
  active: number,
): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return nextEnabled(options, active, 1)
    case 'ArrowUp':
      return active < 0 ? nextEnabled(options, options.length, -1) : nextEnabled(options, active, -1)
    case 'Home':
      return nextEnabled(options, -1, 1)
    case 'End':
      return nextEnabled(options, options.length, -1)
    case 'PageDown':
      return nextEnabled(options, Math.min(active + pageStep, options.length - 1) - 1, 1)
    case 'PageUp':
      return nextEnabled(options, Math.max(active - pageStep, 0) + 1, -1)
    default:
      return undefined
  }
}

/**
 * Returns the index of the next enabled option that begins with the typed text, from the active one on and then from the
 * top. A single letter skips the active option, so that pressing it again finds the next one.
 */
export const indexForText = (
  text: string,
  options: readonly ListItem[],
  active: number,
): number | undefined => {
  const prefix = normalizeForSearch(text)
  const from = text.length === 1 ? active + 1 : Math.max(active, 0)
  for (let step = 0; step < options.length; step++) {
    const index = (from + step) % options.length
    const option = options[index]
    if (option && !option.disabled && normalizeForSearch(option.label).startsWith(prefix)) return index
  }
  return undefined
}
