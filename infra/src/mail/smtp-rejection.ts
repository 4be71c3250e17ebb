/**
 * Whether a server said that it will never take this letter: 5xx to its recipient or its content. What it says about us,
 * such as a wrong password, may be put right by an operator, and is tried again.
 */
export function isPermanentRejection(problem: unknown): problem is Error & { responseCode: number } {
  if (!(problem instanceof Error)) return false
  const { command, responseCode } = problem as Error & { command?: unknown; responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && isAboutLetter(command)
}

const isAboutLetter = (command: unknown): boolean =>
  typeof command === 'string' && ['RCPT TO', 'DATA'].includes(command)
