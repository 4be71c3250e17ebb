const clearers = new Set<() => void>()

/**
 * Registers a function that discards what this tab holds for the signed-in user. It is called at logout and whenever another
 * user signs in.
 */
export function onUserChange(clear: () => void): void {
  clearers.add(clear)
}

/** Discards everything that this tab holds for the signed-in user. */
export function clearUserData(): void {
  for (const clear of clearers) clear()
}
