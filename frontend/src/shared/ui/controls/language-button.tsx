import { Languages } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { chooseLanguage } from '../../session/choose-language.ts'
import type { Language } from '../../i18n/languages.ts'
import { otherLanguages } from '../../i18n/other-languages.ts'

type LanguageButtonProps = { offered?: readonly Language[] | undefined }

/** Buttons with an icon for the other languages, for a bar without room for their names. Nothing if no other one is offered. */
export const LanguageButton = ({ offered = otherLanguages }: LanguageButtonProps) =>
  offered.map(({ code, name }) => (
    <IconButton
      key={code}
      label={name}
      lang={code}
      icon={<Languages />}
      onClick={() => chooseLanguage(code)}
    />
  ))
