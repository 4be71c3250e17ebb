import { Moon, Sun } from 'lucide-react'
import { PlainIconButton } from './icon-button.tsx'
import { useAppliedTheme, useTheme } from '../../preferences/theme.ts'
import { t } from '../../i18n/t.ts'

/** Switches between light and dark. "System" can be chosen in the profile. */
export const ThemeSwitch = () => {
  const theme = useAppliedTheme()
  const setChoice = useTheme((state) => state.setChoice)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <PlainIconButton
      label={t('ui.themeSwitch', { theme: other })}
      icon={theme === 'dark' ? <Sun /> : <Moon />}
      onClick={() => setChoice(other)}
    />
  )
}
