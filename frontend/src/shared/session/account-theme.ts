import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { useSession } from './session.ts'
import { deviceStorage } from '../storage/browser-storage.ts'
import { accountThemeKey, useTheme } from '../preferences/theme.ts'

/**
 * Applies the theme of the account when it has changed since this device applied it last. A device that was switched with
 * the button in the top bar keeps its own theme until then.
 */
export function applyAccountTheme({ theme }: Pick<OwnUser, 'theme'>): void {
  if (theme === (deviceStorage.get(accountThemeKey) ?? 'system')) return
  deviceStorage.set(accountThemeKey, theme)
  useTheme.getState().setChoice(theme)
}

/** Applies the theme of the account whenever a session begins or is checked. Returns an unsubscribe function. */
export const followAccountTheme = (): (() => void) =>
  useSession.subscribe(({ session }, { session: previous }) => {
    // After the session store has removed what belonged to another user.
    if ('user' in session && session !== previous) queueMicrotask(() => applyAccountTheme(session.user))
  })
