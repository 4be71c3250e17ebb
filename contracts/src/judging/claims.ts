/** How long a claim lasts without a renewal, in milliseconds. */
export const claimMs = 10 * 60 * 1000
