// What cards and the heads of shared pages say, in each language. `card-text.ts` measures and breaks texts.

import { nameValue, standInOf, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import {
  byLanguage,
  defaultLanguage,
  findAccountLanguage,
  type AccountLanguage,
} from '@thirty/contracts/languages/languages.ts'
import type { en } from '@thirty/contracts/languages/messages/en.ts'
import { textsByLanguage } from '@thirty/contracts/languages/texts-by-language.ts'
import { messageOf } from '@thirty/contracts/texts/text.ts'
import { icuTexts, type IcuTexts } from '@thirty/infra/icu-texts.ts'

type Texts = IcuTexts<(typeof en)['cards'], AccountLanguage>

export type CardTexts = Texts & { name(person: Named): string }

const texts = byLanguage((language): CardTexts => {
  const ofLanguage: Texts = icuTexts(language, textsByLanguage[language.code].cards)
  return {
    ...ofLanguage,
    name: (person) => {
      const code = standInOf(person)
      return code === undefined ? messageOf(nameValue(person)) : ofLanguage.text(code)
    },
  }
})

/** Returns the texts in a language; in English for a code that is not one of the product's languages. */
export const cardTextsIn = (code: string): CardTexts => texts[findAccountLanguage(code) ?? defaultLanguage]
