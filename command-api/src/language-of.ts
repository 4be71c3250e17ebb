// The language of the page from which a request comes, for new accounts and for the emails that the request causes.

import {
  accountLanguages,
  defaultLanguage,
  type AccountLanguage,
} from '@thirty/contracts/languages/languages.ts'
import { readerLanguage, type ReaderLanguages } from '@thirty/infra/http/reader-language.ts'
import type { Request } from 'express'

/** Returns the language of the page from which a request comes: the one in which the server would send a page. */
export type LanguageOf = (request: Request) => AccountLanguage

/**
 * Returns the function for the languages of the pages. A page in a language without emails gets them in the default one. A language that
 * only some readers have chosen is known without pages, too.
 */
export function languageOfPages({ offered }: Pick<ReaderLanguages<string>, 'offered'>): LanguageOf {
  const [first = defaultLanguage, ...others] = accountLanguages.filter((code) => offered.includes(code))
  return (request) => readerLanguage(request, { known: accountLanguages, offered: [first, ...others] })
}
