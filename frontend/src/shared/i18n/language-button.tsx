import { Languages } from 'lucide-react'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { chooseLanguage } from './choose-language.ts'
import { otherLanguages } from './other-language.ts'

/** Buttons with an icon for the other languages, for a bar without room for their names. */
export const LanguageButton = () =>
  otherLanguages.map(({ code, name }) => (
    <IconButton
      key={code}
      label={name}
      lang={code}
      icon={<Languages />}
      onClick={() => chooseLanguage(code)}
    />
  ))
