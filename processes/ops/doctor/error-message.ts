/** Returns the message of an error for a sentence in a report: without its full stop. */
export const errorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
