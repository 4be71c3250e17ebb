// The theme of this device: the choice, its place in the browser, what it makes of the page, and how the theme of the account replaces it.
// `app/start-app.ts` follows the account.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { create } from 'zustand'
import { deviceStorage } from '../storage/browser-storage.ts'

type ThemeChoice = 'light' | 'dark' | 'system'

/** The theme of the account that this device has applied last. It belongs to the user, so it is removed at logout. */
const accountThemeKey = 'thirty-account-theme'

/** public/before-paint.js reads the same key before the first paint. */
const key = 'thirty-theme'
const isBrowser = typeof document !== 'undefined'
const darkQuery = isBrowser ? matchMedia('(prefers-color-scheme: dark)') : undefined

export const useTheme = create<{
  choice: ThemeChoice
  /**
   * The applied theme: the choice, or the theme of the system for "system". Undefined in a prerendered page, whose reader is not known,
   * and while it is hydrated.
   */
  theme: 'light' | 'dark' | undefined
  setChoice: (choice: ThemeChoice) => void
}>(() => ({
  choice: 'system',
  theme: undefined,
  setChoice: (choice) => {
    deviceStorage.set(key, choice)
    applyStoredTheme()
  },
}))

function applyStoredTheme(): void {
  const stored = deviceStorage.get(key)
  const choice = stored === 'light' || stored === 'dark' ? stored : 'system'
  const theme = choice === 'system' ? (darkQuery?.matches ? 'dark' : 'light') : choice
  document.documentElement.dataset.theme = theme
  useTheme.setState({ choice, theme })
}

/**
 * Applies the theme of the account when it has changed since this device applied it last. A device that was switched with
 * the button in the top bar keeps its own theme until then.
 */
export function applyAccountTheme({ theme }: Pick<OwnUser, 'theme'>): void {
  if (theme === (deviceStorage.get(accountThemeKey) ?? 'system')) return
  deviceStorage.set(accountThemeKey, theme)
  useTheme.getState().setChoice(theme)
}

/** Returns to the theme of the system if the one of the account is shown: it must not stay for the next user. */
export function forgetAccountTheme(): void {
  const { choice, setChoice } = useTheme.getState()
  if (deviceStorage.get(accountThemeKey) === choice) setChoice('system')
  deviceStorage.remove(accountThemeKey)
}

if (isBrowser) {
  applyStoredTheme()
  darkQuery?.addEventListener('change', applyStoredTheme)
  // The user may change the theme in another tab.
  addEventListener('storage', (event) => event.key === key && applyStoredTheme())
}
