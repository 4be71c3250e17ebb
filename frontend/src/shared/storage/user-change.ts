// Says to all modules that the user of this tab changes, so that nothing of one user is shown to the next: modules that hold data
// register how they discard it.

const clearers = new Set<() => void>()
let changes = 0

/**
 * Registers a function that discards what this tab holds for the signed-in user. It is called at logout and whenever another
 * user signs in.
 */
export function onUserChange(clear: () => void): void {
  clearers.add(clear)
}

/** Discards everything that this tab holds for the signed-in user. */
export function clearUserData(): void {
  changes += 1
  for (const clear of clearers) clear()
}

/** Returns how often the user has changed: what was kept at another number is of another user. */
export const userChanges = (): number => changes
