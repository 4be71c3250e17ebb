// The switch between light and dark, and buttons for the other languages, named in these languages; nothing if no other one is offered.

import { languages } from '@thirty/contracts/languages/languages.ts'
import { Languages, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { activeLanguage } from '../../i18n/active-language.ts'
import { chooseLanguage } from '../../session/language.ts'
import { classNames } from '../class-names.ts'
import { IconButton, PlainIconButton } from './icon-button.tsx'
import { useTheme } from '../../preferences/theme.ts'
import { t } from '../../i18n/t.ts'
import css from './language-switch.module.css'

const complete = languages.filter((language) => language.complete)

/** The languages to switch to: all complete ones except the language of this page. Pages in a pseudo language offer only the first. */
export const otherLanguages = activeLanguage.pseudo
  ? complete.slice(0, 1)
  : complete.filter(({ code }) => code !== activeLanguage.code)

type LanguageSwitchProps = {
  /** The class of each button, such as that of the other items of a menu. */
  className?: string | undefined
  /** The class of the name inside of the button. */
  nameClass?: string | undefined
  icon?: ReactNode
}

export const LanguageSwitch = ({ className, nameClass, icon }: LanguageSwitchProps) =>
  otherLanguages.map(({ code, name }) => (
    <button
      key={code}
      type="button"
      lang={code}
      className={classNames(css.language, className)}
      onClick={() => chooseLanguage(code)}
    >
      {icon}
      <span className={nameClass}>{name}</span>
    </button>
  ))

/** The same with an icon in place of each name, for a bar with little room. */
export const LanguageIconButtons = () =>
  otherLanguages.map(({ code, name }) => (
    <IconButton
      key={code}
      label={name}
      lang={code}
      icon={<Languages />}
      onClick={() => chooseLanguage(code)}
    />
  ))

/** Switches between light and dark. "System" can be chosen in the profile. */
export const ThemeSwitch = () => {
  const { theme, setChoice } = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <PlainIconButton
      label={t('ui.themeSwitch', { theme: other })}
      icon={theme === 'dark' ? <Sun /> : <Moon />}
      onClick={() => setChoice(other)}
    />
  )
}
