import type { ReactNode } from 'react'
import { chooseLanguage } from './choose-language.ts'
import { otherLanguages } from './other-language.ts'
import { classNames } from '../ui/class-names.ts'
import css from './language-switch.module.css'

type LanguageSwitchProps = {
  /** The class of each button, such as that of the other items of a menu. */
  className?: string | undefined
  icon?: ReactNode
}

/** Buttons with the names of the other languages, in these languages. */
export const LanguageSwitch = ({ className, icon }: LanguageSwitchProps) =>
  otherLanguages.map(({ code, name }) => (
    <button
      key={code}
      type="button"
      lang={code}
      className={classNames(css.language, className)}
      onClick={() => chooseLanguage(code)}
    >
      {icon}
      {name}
    </button>
  ))
