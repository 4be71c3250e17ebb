import { create } from 'zustand'

export type ThemeChoice = 'light' | 'dark' | 'system'

type Theme = {
  choice: ThemeChoice
  /** Resolves "system" to the current theme of the system. */
  theme: 'light' | 'dark'
  setChoice: (choice: ThemeChoice) => void
}

/** Read by public/theme.js before the first paint; the two must agree. */
const key = 'thirty-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

const stored = (): ThemeChoice => {
  try {
    const choice = localStorage.getItem(key)
    return choice === 'light' || choice === 'dark' ? choice : 'system'
  } catch {
    return 'system'
  }
}

const keep = (choice: ThemeChoice) => {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

const resolve = (choice: ThemeChoice) => {
  if (choice !== 'system') return choice
  return dark.matches ? 'dark' : 'light'
}

const paint = (choice: ThemeChoice) => {
  const theme = resolve(choice)
  document.documentElement.dataset.theme = theme
  return { choice, theme }
}

export const useTheme = create<Theme>()((set) => ({
  ...paint(stored()),
  setChoice: (choice) => {
    keep(choice)
    set(paint(choice))
  },
}))

const repaint = () => useTheme.setState(paint(stored()))
dark.addEventListener('change', repaint)
// The user may change the theme in another tab.
addEventListener('storage', (event) => event.key === key && repaint())
