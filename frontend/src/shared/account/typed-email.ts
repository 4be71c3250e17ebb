import { useLocation } from '../navigation/router.ts'

/**
 * Returns the email address that was typed on the screen before, or an empty text. Links pass it in the state of the history: in an
 * address it would be logged and kept.
 */
export function useTypedEmail(): string {
  const state: unknown = useLocation().state
  const isGiven = typeof state === 'object' && state !== null && 'email' in state
  return isGiven && typeof state.email === 'string' ? state.email : ''
}

/** The state of a link for `useTypedEmail`; without one if the text is a username. */
export const typedEmailState = (text: string): { email: string } | null =>
  text.includes('@') ? { email: text.trim() } : null
