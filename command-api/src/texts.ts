// The texts of emails and push messages, by language. Those of refusals and responses are in `contracts/src/texts`.

import type { en } from '@thirty/contracts/languages/messages/en.ts'
import { byLanguage, type AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { textsByLanguage } from '@thirty/contracts/languages/texts-by-language.ts'
import { icuTexts, type IcuTexts } from '@thirty/infra/icu-texts.ts'

export type Texts = IcuTexts<(typeof en)['letters'], AccountLanguage>

const texts = byLanguage((language): Texts => icuTexts(language, textsByLanguage[language.code].letters))

export const textsIn = (language: AccountLanguage): Texts => texts[language]
