import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { accountLanguages } from '@thirty/contracts/languages/languages.ts'
import type { Page } from '@playwright/test'

/** The translations, longer texts, and texts from right to left; the last two are made from the English ones. */
export const languageCodes = [...accountLanguages.slice(1), 'en-XA', 'ar-XB']

/** Chooses the language of the pages at a URL by the cookie, which also shows languages that are not complete. */
export const chooseLanguage = (page: Page, url: string, code: string) =>
  page.context().addCookies([{ name: 'language', value: code, url }])

/** Returns the language of the page that the server sends for a path to this browser. */
export async function sentLanguage(page: Page, path: string): Promise<string | undefined> {
  const response = await page.request.get(path)
  return /<html[^>]* lang="([^"]*)"/.exec(await response.text())?.[1]
}

/** Returns the texts of a part of the page and its labels for screen readers. Names and texts of users are left out. */
const textsOf = (page: Page, part: string): Promise<string[]> =>
  page.locator(part).evaluate((root) => {
    const isContent = (element: Element) =>
      element.closest('[dir=auto], li strong, noscript, script, style') !== null
    const found: (string | null | undefined)[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement && !isContent(parentElement)) found.push(textContent)
    }
    const attributes = ['aria-label', 'aria-valuetext', 'placeholder', 'title']
    for (const name of attributes)
      for (const element of root.querySelectorAll(`[${name}]`))
        if (!isContent(element)) found.push(element.getAttribute(name))
    return found.map((text) => text?.trim() ?? '').filter((text) => text !== '')
  })

/** The days have their titles and requirements in English. */
const contents = challengeBriefs.flatMap(({ title, requirements }) => [title, ...requirements])
const withoutContents = (text: string) => contents.reduce((rest, content) => rest.replace(content, ''), text)

/** Returns the texts of a page in `en-XA` that are not translated: those in English letters without brackets. */
export async function untranslatedTexts(page: Page, { part = 'body', names = /^$/ } = {}): Promise<string[]> {
  const texts = await textsOf(page, part)
  return texts.filter(
    (text) => /[a-z]{3}/.test(withoutContents(text)) && !/[[\]]/.test(text) && !names.test(text),
  )
}

/** Returns the texts of a part of the page that contain certain words. */
export async function textsWith(page: Page, words: RegExp, part = 'body'): Promise<string[]> {
  const texts = await textsOf(page, part)
  return texts.filter((text) => words.test(withoutContents(text)))
}
