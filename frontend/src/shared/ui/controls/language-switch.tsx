// Buttons with the names of the other languages, in these languages. Nothing if no other one is offered.

import type { ReactNode } from 'react'
import { chooseLanguage } from '../../session/choose-language.ts'
import type { Language } from '../../i18n/languages.ts'
import { otherLanguages } from '../../i18n/other-languages.ts'
import { classNames } from '../class-names.ts'
import css from './language-switch.module.css'

type LanguageSwitchProps = {
  /** The class of each button, such as that of the other items of a menu. */
  className?: string | undefined
  /** The class of the name inside of the button. */
  nameClass?: string | undefined
  icon?: ReactNode
  offered?: readonly Language[] | undefined
}

export const LanguageSwitch = ({
  className,
  nameClass,
  icon,
  offered = otherLanguages,
}: LanguageSwitchProps) =>
  offered.map(({ code, name }) => (
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
